import { placeOf } from "../../messages/settingPlaces";
import type { Resource } from "../../definition/resource";
import type { Values } from "../../definition/values";
import { PlatformError } from "../../messages/errors";
import { useExtended } from "../../messages/options";
import type { Advice } from "../../messages/advice";
import { adviceText } from "../../messages/adviceText";
import type { Notice } from "../notices";
import type { OpenValue } from "../problems";
import { nameOf, sameForAll } from "./messageParts";
import type { Failure, Refused } from "../diagnostics";

/** Something that only one resource of a program can declare. */
export const declaredTwice = (what: string): Refused => ({
  reason: `${what.charAt(0).toUpperCase()}${what.slice(1)} is declared by two resources in this program.`,
  advice: [{ steps: [{ program: "remove" }] }],
});

/** `pulumi do` has no state that prevents a second e-mail. */
export const mailsAtOnce = (path: string): Refused => ({
  reason: `${path} would get e-mail immediately, and no state prevents a second one.`,
  advice: [
    { to: "mail", steps: [{ again: "command", with: ["--platform:mail", "live"] }] },
    { to: "muted", steps: [{ again: "command", with: ["--platform:mail", "muted"] }] },
  ],
});

export const alreadyManaged: Refused = {
  reason: "adopt cannot be changed, because this resource already manages an object.",
  advice: [{ steps: [{ program: "unset", path: "adopt" }] }],
};

export const outsideAllowedDomains = (
  path: string,
  domain: string,
  allowed: readonly string[],
): string =>
  `${path} is an address of ${domain}, but ${placeOf("allowedRecipientDomains")} allows only ${allowed.join(", ")}.`;

/** Arguments of a function that are not allowed. */
export const invalidArguments = (name: string, failures: readonly Failure[]): PlatformError => {
  const steps = failures.flatMap(({ advice = [] }) => advice.flatMap((option) => option.steps));
  return new PlatformError({
    code: "invalid_input",
    operation: `call ${name}`,
    detail:
      failures.length === 1
        ? `${failures[0]?.reason}`
        : failures.map(({ reason }) => `\n  ${reason}`).join(""),
    ...(steps.length > 0 && { advice: [{ steps }], isAdviceInText: true }),
  });
};

/** A value that the platform may refuse. */
export function openValue(
  resource: Resource,
  inputs: Values,
  { kind, sentence, several }: OpenValue,
): Notice {
  return {
    kind: `${resource.name} ${kind}`,
    first: `${nameOf(resource, inputs)}: ${sentence}. It is sent unchanged.`,
    several: (resources) => `${resources}: ${several}. It is sent unchanged.`,
  };
}

/** A field that the program no longer sets, and that stays unchanged on the instance. */
export function noLongerManaged(
  resource: Resource,
  inputs: Values,
  path: string,
  effect: string,
): Notice {
  const said = `: Pulumi no longer manages ${path}, because the program does not set it. ${effect}`;
  return { kind: `no longer manages ${path}`, ...sameForAll(resource, inputs, said) };
}

/** The documented API has no call for a change that the preview cannot rule out. */
export const mayNotChange = (
  resource: Resource,
  inputs: Values,
  paths: readonly string[],
): Notice => {
  const said = `: ${paths.join(", ")} ${paths.length === 1 ? "is" : "are"} not known yet. If that is a change, \`pulumi up\` fails, because the documented API cannot make it.`;
  return { kind: `may change ${paths.join()}`, ...sameForAll(resource, inputs, said) };
};

/** An object that the write needs can be one that a person or another stack creates until then. */
export const needsMissing = (resource: Resource, inputs: Values, missing: string): Notice => {
  const said = `: the instance shows no ${missing}, and \`pulumi up\` fails while it does not. Check the id, and that the user of the token can see it.`;
  return { kind: `needs ${missing}`, ...sameForAll(resource, inputs, said) };
};

/** `waitMinutes` has no effect with documented operations. */
export function cannotWait(resource: Resource, inputs: Values): Notice {
  const advice: Advice = [
    { steps: [{ program: "unset", path: "waitMinutes" }] },
    { to: "wait", steps: [useExtended] },
  ];
  const said = `: waitMinutes has no effect, because the documented API does not show the progress of a run. ${adviceText(advice, "sentences")}`;
  return { kind: "cannot wait", advice, ...sameForAll(resource, inputs, said) };
}
