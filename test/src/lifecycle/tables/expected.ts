import type { Calls, Label, Operations, Row, VerbCalls } from "./row";
import type { EntryPoint } from "../entryPoints";
import { at, elsewhere, main } from "./subjects";
import type { Subject } from "./subjects";

/** Where objects of a kind are, and by which name of that instance. */
interface Where {
  row: Row;
  place: string;
  name: string;
}

/** What the table says of subjects in one mode and through one entryPoint. */
export class Expectations {
  constructor(
    readonly operations: Operations,
    readonly entryPoint: EntryPoint,
  ) {}

  label({ change }: Subject): Label {
    if (change === undefined) return "same";
    const { [this.operations]: label, through } = change.expected;
    return through?.[this.entryPoint.entry]?.[this.operations] ?? label;
  }

  /** Whether the change is made at all. */
  isPossible(subject: Subject): boolean {
    return !["refused", "stuck"].includes(this.label(subject));
  }

  /** What the program says after the changes. */
  declared(subject: Subject): Subject["first"] {
    return subject.change !== undefined && this.isPossible(subject) ? subject.then : subject.first;
  }

  /** Where the object is after the changes. */
  place(subject: Subject): string {
    return this.label(subject) === "replace" && subject.change?.field === "instance"
      ? elsewhere
      : subject.place;
  }

  verbs({ row }: Pick<Subject, "row">): VerbCalls {
    return row[this.operations] ?? { create: [] };
  }

  /** The fields that a preview of the change, or of what a look makes of an edit, shows to differ. */
  differences(subject: Subject): string[] {
    const { change, edit, first, then } = subject;
    if (!this.entryPoint.hasDetailedDiff) return [];
    if (edit !== undefined) {
      const drift = this.drift(subject);
      if (drift === "same") return [];
      return [`update${drift === "replace" ? "-replace" : ""} ${edit.field}`];
    }
    const label = this.label(subject);
    if (change === undefined || label === "same" || label === "refused") return [];
    if (change.field === "instance") return ["update-replace provider"];
    return [change.field, ...Object.keys(change.also ?? {})]
      .map((field) => {
        const [before, after] = [at(first, field), at(then, field)];
        const kind = before === undefined ? "add" : after === undefined ? "delete" : "update";
        return `${kind}${label === "replace" ? "-replace" : ""} ${field}`;
      })
      .sort();
  }

  /** The calls of a preview of everything that is new. */
  previewed(subjects: readonly Subject[]): string[] {
    return [
      ...subjects.flatMap(({ change, place }) =>
        on(place, change?.adopted?.[this.operations].previewed ?? []),
      ),
      ...this.#checkedNew(subjects.filter(isFresh), ({ place }) => place),
      ...this.#once(subjects.filter(isFresh).map(first), "before"),
    ];
  }

  /** The calls that create everything; `listed` is what was looked at before. */
  created(subjects: readonly Subject[], listed: readonly Where[] = []): string[] {
    const fresh = subjects.filter(isFresh).map(first);
    return [
      ...subjects.flatMap((subject) => {
        const { adopted, created } = subject.change ?? {};
        const others = adopted?.[this.operations].created ?? created?.[this.operations];
        return on(subject.place, others ?? this.verbs(subject).create);
      }),
      ...this.#checkedNew(subjects.filter(isFresh), ({ place }) => place),
      ...this.#once(fresh, "once"),
      ...this.#once(fresh, "before", listed),
    ].sort();
  }

  /** The calls of the look with which every command begins, before the changes. */
  looked(subjects: readonly Subject[]): string[] {
    return this.#once(this.#listed(subjects), "list");
  }

  #listed(subjects: readonly Subject[]): Where[] {
    return this.entryPoint.looksFirst ? subjects.map(first) : [];
  }

  /** The calls of a preview of the changes, after the look. */
  changesPreviewed(
    subjects: readonly Subject[],
    all: readonly Subject[],
    isApplied = false,
  ): string[] {
    const replaced = subjects.filter((subject) => this.label(subject) === "replace");
    // Only the delete of a group makes its name free, so no preview needs the list.
    const compared = replaced.filter(
      ({ row, change }) => isApplied || row.resource !== "Group" || change?.field === "instance",
    );
    // A new name of an instance is no change of the object.
    const updated = subjects.filter(
      (one) => this.label(one) === "update" && one.change?.field !== "instance",
    );
    return [
      ...this.#once(compared.map(this.#afterwards), "before", this.#listed(all)),
      ...this.#checkedNew(replaced, (one) => this.place(one)),
      ...updated.flatMap((one) =>
        on(this.place(one), [...(this.verbs(one).checked ?? []), ...(one.change?.checked ?? [])]),
      ),
      ...(isApplied
        ? []
        : updated.flatMap((one) => this.#foreseen(one, one.change?.calls?.[this.operations]))),
    ];
  }

  /** The looks of a preview are those of the update. */
  #foreseen(subject: Subject, calls?: Calls) {
    const { foreseen = [] } = this.verbs(subject);
    const seen = foreseen.filter((call) => calls?.includes(call) !== false);
    return this.entryPoint.looksFirst ? on(subject.place, seen) : [];
  }

  /** The calls of a preview of the repairs, after the look. */
  repairsPreviewed(subjects: readonly Subject[]): string[] {
    return subjects
      .filter((subject) => this.drift(subject) === "update")
      .flatMap((subject) => this.#foreseen(subject, subject.edit?.calls));
  }

  #checkedNew(subjects: readonly Subject[], placeOf: (subject: Subject) => string): string[] {
    return subjects.flatMap((one) => {
      const { checked = [], checkedNew = [] } = this.verbs(one);
      return on(placeOf(one), [...checked, ...checkedNew]);
    });
  }

  changed(subjects: readonly Subject[], all: readonly Subject[]): string[] {
    const replaced = subjects.filter((subject) => this.label(subject) === "replace");
    return [
      ...subjects
        .filter((subject) => this.label(subject) === "update")
        .flatMap((subject) =>
          on(
            subject.place,
            subject.change?.calls?.[this.operations] ?? this.verbs(subject).update ?? [],
          ),
        ),
      ...replaced.flatMap((subject) => [
        ...on(subject.place, this.verbs(subject).delete ?? []),
        ...on(this.place(subject), this.verbs(subject).create),
      ]),
      ...this.#once(replaced.map(this.#afterwards), "once"),
      ...this.changesPreviewed(subjects, all, true),
    ].sort();
  }

  /** What a look at the instance makes of an edit or a loss. */
  drift({ edit, loss }: Subject): "same" | "update" | "replace" | "create" {
    return (edit ?? loss)?.expected[this.operations] ?? "same";
  }

  refreshed(subjects: readonly Subject[]): string[] {
    // What is missing is looked for once more, before it is called gone.
    const missing = subjects.filter((one) => one.loss && this.drift(one) === "create");
    const byOf = (one: Subject) =>
      this.entryPoint.sharesReadsByProvider ? nameIn(this.declared(one)) : one.place;
    const there = subjects.filter((one) => !missing.includes(one) && this.#isRead(one));
    // Between the two looks, one that was there is looked for: of the same kind, or the first kind by name.
    const shown = missing.flatMap((one) => {
      const others = there
        .filter((other) => byOf(other) === byOf(one))
        .sort((a, b) => (a.row.resource < b.row.resource ? -1 : 1));
      return others.find(({ row }) => row.resource === one.row.resource) ?? others[0] ?? [];
    });
    return [...this.#look(subjects), ...this.#look([...missing, ...shown])].sort();
  }

  #isRead(subject: Subject): boolean {
    const { read, list } = this.verbs(subject);
    return read !== undefined || list !== undefined;
  }

  #look(subjects: readonly Subject[]): string[] {
    const where = subjects.map(this.#afterwards);
    return [
      ...where.flatMap(({ row, place }) => on(place, this.verbs({ row }).read ?? [])),
      ...this.#once(where, "list"),
      ...subjects.flatMap(({ loss, place }) => on(place, loss?.calls?.[this.operations] ?? [])),
    ];
  }

  /** The calls after a refresh. */
  repaired(subjects: readonly Subject[]): string[] {
    const repairs = subjects
      .filter((subject) => this.drift(subject) === "update")
      .flatMap((subject) => {
        const { update, looked = [] } = this.verbs(subject);
        const { calls = update, isAnswered } = subject.edit ?? {};
        const all = update === undefined ? [] : [...(calls ?? []), ...(isAnswered ? [] : looked)];
        return on(subject.place, all);
      });
    const replaced = subjects.filter((one) => this.drift(one) === "replace");
    const lost = subjects.filter((one) => this.drift(one) === "create");
    return [
      ...repairs,
      ...replaced.flatMap((one) => on(one.place, this.verbs(one).delete ?? [])),
      ...this.created([...replaced, ...lost], subjects.map(this.#afterwards)),
    ];
  }

  destroyed(subjects: readonly Subject[]): string[] {
    const looked = this.entryPoint.looksFirst
      ? this.#once(subjects.map(this.#afterwards), "list")
      : [];
    return [
      ...looked,
      ...subjects.flatMap((subject) => {
        const { delete: calls = [] } = this.verbs(subject);
        const { deleted = calls } = subject.change ?? {};
        // What cannot be deleted is not called, and what was not changed is as it was.
        const isChanged = calls !== deleted && this.isPossible(subject);
        const hasWay = this.verbs(subject).delete !== undefined;
        return on(this.place(subject), hasWay && isChanged ? deleted : calls);
      }),
    ];
  }

  readonly #afterwards = (subject: Subject): Where => ({
    row: subject.row,
    place: this.place(subject),
    name: nameIn(this.declared(subject)),
  });

  /** Calls that serve all objects of a kind on one instance, without those of kinds that were listed there. */
  #once(
    where: readonly Where[],
    calls: "once" | "before" | "list",
    listed: readonly Where[] = [],
  ): string[] {
    const keyOf = (one: Where) => {
      const by = this.entryPoint.sharesReadsByProvider ? one.name : one.place;
      return `${by}: ${one.row.resource}`;
    };
    const kinds = new Map(where.map((one) => [keyOf(one), one]));
    for (const one of listed) kinds.delete(keyOf(one));
    return [...kinds.values()].flatMap(({ row, place }) =>
      on(place, this.verbs({ row })[calls] ?? []),
    );
  }
}

const isFresh = ({ change }: Subject) => change?.adopted === undefined;

const nameIn = ({ instance = main }: Subject["first"]) => String(instance);

const first = ({ row, place, first: inputs }: Subject): Where => ({
  row,
  place,
  name: nameIn(inputs),
});

const on = (place: string, calls: readonly string[]): string[] =>
  calls.map((route) => `${place}: ${route}`);
