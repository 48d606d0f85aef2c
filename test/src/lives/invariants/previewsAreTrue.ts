import { isDeepStrictEqual } from "node:util";
import type { Told } from "../../engine/pulumiStack";
import type { Invariant } from "./judged";

/** What was done to each resource. */
const stepsOf = ({ ops }: Told): string[] =>
  [...ops]
    .flatMap(([name, all]) => all.map((op) => `${op} ${name}`))
    .filter((step) => !/^(same|refresh) /.test(step))
    .sort();

export const previewsAreTrue: Invariant = {
  name: "what a preview announced is what happens",
  broken({ observed: { previewed, told, messages } }) {
    if (previewed === undefined) return [];
    const says = (what: string) => [`${what}; the preview said:\n${previewed.told.text}`];
    if (told.code !== 0) {
      if (previewed.told.code !== 0) return [];
      // What will fail is announced by its code; only a delete cannot be.
      const announced = new Set(previewed.messages.map(({ code }) => code));
      // No preview asks the platform whether it will refuse a request.
      for (const code of ["rejected", "forbidden"]) announced.add(code);
      const codes = messages.filter(({ kind }) => kind === "error").map(({ code }) => code);
      const isDelete = [...told.ops.values()].flat().some((op) => op.startsWith("delete"));
      return codes.every((code) => announced.has(code)) || isDelete
        ? []
        : says(`up failed with ${codes.join(", ")}`);
    }
    if (previewed.told.code !== 0) return says("up succeeded");
    const [before, after] = [stepsOf(previewed.told), stepsOf(told)];
    return isDeepStrictEqual(before, after)
      ? []
      : says(`up did ${after.join(", ")}, not ${before.join(", ")}`);
  },
};
