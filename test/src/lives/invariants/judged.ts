import type { Declared } from "../../engine/pulumiStack";
import type { History } from "../history";
import type { Held } from "../objects";
import { isPartial } from "../observed";
import type { Observed } from "../observed";

/** What an invariant may look at, besides the command. */
export interface Judged {
  observed: Observed;
  history: History;
  /** What the program declares for the stack. */
  declared: readonly Declared[];
  mail: string;
  operations: string;
  /** The names of the resources whose replacement somebody asked for. */
  replaced: ReadonlySet<string>;
  /** The names of the resources that have a parent. */
  parents: ReadonlySet<string>;
}

export interface Invariant {
  name: string;
  /** What breaks it. */
  broken: (judged: Judged) => string[];
}

export const unique = ["ReportSchedule", "Group"];
export const isSuccess = ({ told, cut }: Observed) => told.code === 0 && cut === undefined;
export const isWhole = (one: Observed) => one.name === "up" && isSuccess(one) && !isPartial(one);

export const live = (held: readonly Held[] = []) => held.filter(({ isOld }) => !isOld);
/** Resources by type and name. */
export const nameOf = ({ type, name }: { type: string; name: string }) => `${type} ${name}`;
export const declaredNames = (declared: readonly Declared[]) => new Set(declared.map(nameOf));
