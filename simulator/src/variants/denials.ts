import { HttpError } from "../route.js";
import type { VariantBase } from "./names.js";
import { BadVariant, type Effect, type Variant } from "./variant.js";
import { readsByPost } from "./writes.js";

const words = "The operation was not carried out";

/** The forms of a body that says no, by the field that says it. */
const bodies: Record<string, object> = {
  success: { success: false, message: words },
  status: { status: "error", message: words },
  error: { error: words },
  errors: { errors: [{ message: words }] },
};

/** The argument is the form, and after an equals sign whether the work is done although the answer says no. */
function saysNo(argument = ""): Effect {
  const [form = "", work] = argument.split("=");
  const body = Object.entries(bodies).find(([name]) => name === form)?.[1];
  if (body === undefined) {
    throw new BadVariant(`the form must be ${Object.keys(bodies).join(", ")}, not "${form}"`);
  }
  if (work !== undefined && work !== "done") {
    throw new BadVariant(`after the form there can be "=done", not "=${work}"`);
  }
  const isWrite = ({ method, route }: { method: string; route: string }) =>
    method !== "GET" && !readsByPost.includes(route);
  if (work === "done") {
    return {
      answer: (answer, call) =>
        isWrite(call) && answer.status < 300 ? { status: 200, body } : answer,
    };
  }
  return {
    refuse(call) {
      if (isWrite(call) && call.source !== "none") throw new HttpError(200, words, { body });
    },
  };
}

export const denials = {
  "says-no": {
    argument: ":<form>[=done]",
    answers:
      '200 for each write, with a body that says no; the instance does the write only with `=done`. The form is `success` (`{ "success": false, … }`), `status` (`{ "status": "error", … }`), `error` or `errors`',
    reason:
      "Some platforms tell failures in the body only, and some tell one after they did the work.",
    start: saysNo,
  },
} satisfies Partial<Record<VariantBase, Variant>>;
