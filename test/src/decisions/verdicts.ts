import type { CreateVerdict } from "../../../provider/dist/decisions/create";

export const textOf = (verdict: CreateVerdict): string => {
  switch (verdict.do) {
    case "create":
      return `create ${verdict.beside.join()} ${verdict.leaves}`;
    case "takeOver":
      return `take over ${verdict.id}`;
    case "stop":
      return `stop ${verdict.why} ${verdict.ids.join()}`;
    case "undecided":
      return `needs ${verdict.needs} ${verdict.unless === undefined ? "" : textOf(verdict.unless)}`;
  }
};
export const isSame = (one: CreateVerdict, other: CreateVerdict) => textOf(one) === textOf(other);
