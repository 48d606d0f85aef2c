import { resources } from "pulumi-platform-provider/contract";
import { secretValue, unknownValue } from "./engineLines";
import { commentOn } from "./previews";

/** Every value of a state is known. */
const hidings = [
  [unknownValue, "next"],
  [secretValue, "next"],
  [secretValue, "old"],
] as const;

describe("the comment of a pull request", () => {
  for (const { name: type, example } of resources)
    it(`is written whichever values of ${type} are secret or not known yet`, () => {
      const { args } = example;
      for (const op of ["create", "update", "replace", "delete", "import"])
        for (const key of [...Object.keys(args), undefined])
          for (const [value, side] of hidings) {
            const all = key === undefined ? Object.keys(args) : [key];
            const hidden = { ...args, ...Object.fromEntries(all.map((one) => [one, value])) };
            const sides = { old: args, next: args, [side]: hidden };
            const step = { op, type, name: "one", id: "1", ...sides, detailedDiff: all };
            for (const entry of ["plugin", "dynamic"] as const)
              commentOn({ title: "", steps: [step] }, entry);
          }
    });
});
