import type { Label, Operations, Row, Way } from "./row";
import type { Face } from "./faces";
import { elsewhere } from "./subjects";
import type { Subject } from "./subjects";

/** What the table says of subjects in one mode and through one face. */
export class Expectations {
  constructor(
    readonly operations: Operations,
    readonly face: Face,
  ) {}

  label({ change }: Subject): Label {
    if (change === undefined) return "same";
    const { [this.operations]: label, through } = change.expected;
    return through?.[this.face.name as keyof typeof through]?.[this.operations] ?? label;
  }

  /** Where the object is after the changes. */
  place(subject: Subject): string {
    return this.label(subject) === "replace" && subject.change?.field === "instance"
      ? elsewhere
      : subject.place;
  }

  way({ row }: Pick<Subject, "row">): Way {
    return row[this.operations];
  }

  /** The calls of a preview of everything that is new. */
  previewed(subjects: readonly Subject[]): string[] {
    return subjects.flatMap(({ change, place }) =>
      at(place, change?.adopted?.[this.operations].previewed ?? []),
    );
  }

  created(subjects: readonly Subject[]): string[] {
    return [
      ...subjects.flatMap((subject) => {
        const { adopted, created } = subject.change ?? {};
        const others = adopted?.[this.operations].created ?? created?.[this.operations];
        return at(subject.place, others ?? this.way(subject).create);
      }),
      ...this.#once(
        subjects.filter(({ change }) => change?.adopted === undefined),
        "before",
      ),
    ].sort();
  }

  changed(subjects: readonly Subject[]): string[] {
    const anew = subjects.filter((subject) => this.label(subject) === "replace");
    return [
      ...subjects
        .filter((subject) => this.label(subject) === "update")
        .flatMap((subject) =>
          at(
            subject.place,
            subject.change?.calls?.[this.operations] ?? this.way(subject).update ?? [],
          ),
        ),
      ...anew.flatMap((subject) => [
        ...at(subject.place, this.way(subject).delete ?? []),
        ...at(this.place(subject), this.way(subject).create),
      ]),
      ...this.#once(
        anew.map((subject) => ({ row: subject.row, place: this.place(subject) })),
        "before",
      ),
    ].sort();
  }

  /** What a look at the instance makes of an edit or a loss. */
  drift({ edit, loss }: Subject): "same" | "update" | "create" {
    return (edit ?? loss)?.expected[this.operations] ?? "same";
  }

  refreshed(subjects: readonly Subject[]): string[] {
    const where = subjects.map((subject) => ({ row: subject.row, place: this.place(subject) }));
    return [
      ...where.flatMap(({ row, place }) => at(place, this.way({ row }).read ?? [])),
      ...this.#once(where, "list"),
      ...subjects.flatMap(({ loss, place }) => at(place, loss?.calls?.[this.operations] ?? [])),
    ].sort();
  }

  repaired(subjects: readonly Subject[]): string[] {
    const repairs = subjects
      .filter((subject) => this.drift(subject) === "update")
      .flatMap((subject) => {
        const { update } = this.way(subject);
        return at(subject.place, update === undefined ? [] : (subject.edit?.calls ?? update));
      });
    return [...repairs, ...this.created(subjects.filter((one) => this.drift(one) === "create"))];
  }

  destroyed(subjects: readonly Subject[]): string[] {
    return subjects.flatMap((subject) => {
      const { delete: calls = [] } = this.way(subject);
      const { deleted = calls } = subject.change ?? {};
      // What cannot be deleted is not called, and what was refused is as it was.
      const isChanged = calls !== deleted && this.label(subject) !== "refused";
      const hasWay = this.way(subject).delete !== undefined;
      return at(this.place(subject), hasWay && isChanged ? deleted : calls);
    });
  }

  /** Calls that serve all objects of a kind on one instance. */
  #once(where: readonly { row: Row; place: string }[], calls: "before" | "list"): string[] {
    const kinds = new Map(
      where.map(({ row, place }) => [`${place}: ${row.resource}`, { row, place }]),
    );
    return [...kinds.values()].flatMap(({ row, place }) =>
      at(place, row[this.operations][calls] ?? []),
    );
  }
}

const at = (place: string, calls: readonly string[]): string[] =>
  calls.map((route) => `${place}: ${route}`);
