import { verbsOf } from "../definition/object";
import type { Resource } from "../definition/resource";
import type { Values } from "../definition/values";
import type { Settings } from "../settings/index";
import type { Instance } from "../platform/instance";
import { adopted, adoptionProblems } from "./adoption";
import { get } from "../definition/paths";
import { notShownKey } from "./bookkeeping";
import { changedPaths } from "./compare";
import { driftedPaths } from "./drift";
import { sentInputs } from "./mail";
import type { Ownership } from "./ownership";
import { doubtsOf, problemsOf } from "./problems";
import type { Problem } from "./problems";
import * as say from "./messages";
import type { Failure } from "./results";
import { holdsUnknown, unknown } from "../definition/unknowns";

export interface Checked {
  resource: Resource;
  /** What the state holds; undefined for a resource that is new. */
  old?: Values;
  inputs: Values;
  identity?: string;
}

/** Finds what is wrong before anything is done, by the inputs or by a look at the object to adopt. */
export class Checks {
  constructor(
    readonly instance: Instance,
    readonly settings: Settings,
    readonly ownership: Ownership,
  ) {}

  async check(request: Checked): Promise<{ failures: Failure[]; warnings: string[] }> {
    const { resource, old, inputs } = request;
    const { [notShownKey]: notShown = [], ...shown } = inputs;
    const problems = problemsOf(resource.inputs, shown).filter(
      ({ property }) =>
        get(shown, property) !== undefined || !(notShown as string[]).includes(property),
    );
    // Only what is valid can be asked for more.
    if (problems.length === 0) {
      problems.push(
        ...this.#declaredTwice(request),
        ...this.#outsideAllowedDomains(resource, inputs),
      );
    }
    // Only valid inputs that are all known are sure to have a label.
    const labelled = problems.length === 0 && !holdsUnknown(inputs);
    const name = labelled ? `${resource.name} ${resource.label(inputs)}` : resource.name;
    const warnings = [...doubtsOf(resource.inputs, inputs), ...this.#cannotWait(request)].map(
      (warning) => `${name}: ${warning}.`,
    );
    // Nothing that is refused is sent: no warning about how it would be sent.
    if (problems.length > 0) return { failures: coded(problems, "invalid_input"), warnings: [] };
    if (old === undefined) {
      return { failures: coded(await this.#adoption(request), "impossible"), warnings };
    }

    // A change made on the instance is not the program's: only `up` needs to repair it. A value that is not
    // known yet may turn out to be no change: it is checked again when it is known.
    const drifted = driftedPaths(resource, old, inputs);
    const changed = changedPaths(resource.inputs, old, inputs).filter(
      (path) => !drifted.includes(path) && !holdsUnknown(get(inputs, path)),
    );
    const problemsOfChange = [
      ...adoptChanged(old, inputs),
      ...impossible(request, old, changed, this.settings),
    ];
    return { failures: coded(problemsOfChange, "impossible"), warnings };
  }

  #declaredTwice({ resource, inputs, identity }: Checked): Problem[] {
    const claims = holdsUnknown(inputs) ? [] : (resource.claims?.(inputs) ?? []);
    return claims
      .filter((claim) => !this.ownership.claim(resource, claim, identity))
      .map((claim) => ({
        property: "",
        reason: `${claim} is declared twice: only one resource of a program can have it`,
      }));
  }

  /** The recipients outside of the allowed domains. */
  #outsideAllowedDomains(resource: Resource, inputs: Values): Problem[] {
    const { allowedRecipientDomains: allowed } = this.settings;
    const sent = sentInputs(resource, inputs, this.settings);
    if (allowed === undefined || sent === undefined) return [];
    return (resource.mail?.to(sent) ?? [])
      .map(({ path, address }) => ({ path, domain: address?.split("@").pop()?.toLowerCase() }))
      .filter(({ domain }) => domain !== undefined && !allowed.includes(domain))
      .map(({ path, domain }) => ({
        property: path,
        reason: `is an address of ${domain}: platform:allowedRecipientDomains allows only ${allowed.join(", ")}`,
      }));
  }

  /** A warning where the program asks to wait for an action, and the documented API tells no progress. */
  #cannotWait({ resource, inputs }: Checked): string[] {
    return resource.kind === "object" ||
      resource.progress === undefined ||
      inputs.waitMinutes === undefined ||
      this.settings.operations === "extended"
      ? []
      : [say.cannotWait];
  }

  async #adoption(request: Checked): Promise<Problem[]> {
    const { resource, inputs } = request;
    const id = adopted(inputs);
    if (id === undefined || resource.kind === "action") return [];
    if (!this.ownership.claim(resource, id, request.identity)) {
      return [{ property: "adopt", reason: `${id} is adopted twice in this program` }];
    }
    const verbs = verbsOf(resource, this.settings.operations);
    return adoptionProblems({ resource, verbs, inputs, instance: this.instance });
  }
}

/** The changes that no verb can make. */
export function impossible(
  { resource, inputs }: Omit<Checked, "old">,
  old: Values,
  changed: readonly string[],
  { operations, confirmAbsent: confirmed }: Settings,
): Problem[] {
  if (resource.kind === "action") return [];
  const verbs = verbsOf(resource, operations);
  const refused = verbs.update?.refuse?.(old, inputs, changed, confirmed) ?? [];
  const replaced = resource.replaces(old, inputs, changed);
  return changed.flatMap((path) => {
    const refusal = refused.find((candidate) => candidate.path === path);
    const verb = replaced.includes(path) ? "delete" : "update";
    if (verbs[verb] === undefined) {
      return [{ property: path, reason: say.cannotChange(resource, old, inputs, path, verb) }];
    }
    return refusal === undefined ? [] : [{ property: path, reason: refusal.reason }];
  });
}

function coded(problems: readonly Problem[], code: Failure["code"]): Failure[] {
  return problems.map((problem) => ({ ...problem, code }));
}

/** An object is adopted when it enters the state, and never later. */
function adoptChanged(old: Values, inputs: Values): Problem[] {
  const reason = "cannot change: this resource is managed already. Take `adopt` out of the program";
  return [undefined, unknown, old.adopt].includes(inputs.adopt)
    ? []
    : [{ property: "adopt", reason }];
}
