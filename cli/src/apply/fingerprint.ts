import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import {
  hashOf,
  hasRequestOf,
  identityKey,
  identityOf,
  lockHolders,
} from "pulumi-platform-provider/contract";
import type { StackName, Values } from "pulumi-platform-provider/contract";
import { Failure } from "../failure.js";
import { manifest } from "../manifest.js";
import { installedVersion } from "../stack/packages.js";
import { fullNameOf } from "../stack/project.js";
import { providerType } from "../stack/resourceTypes.js";
import { engineText } from "../stack/run.js";
import { problemOfPending, readState, undecidedOperations } from "../stack/state.js";
import type { State } from "../stack/state.js";
import { settingOf, settingsPath, stackSettings } from "../stack/stackSettings.js";
import { reviewedCommit } from "./git.js";
import { refuseTokens } from "./tokens.js";

/** Everything that must be unchanged before a plan is applied. */
export interface PlanFingerprint {
  commit: string;
  tree: string;
  stack: string;
  /** The addresses of the instances that the stack's settings and explicit providers name. */
  instances: string[];
  operations: string;
  /** The versions of the engine and of the packages. */
  versions: Record<string, string>;
  /** Hashes of the settings file of the stack, and of its state. */
  settings: string;
  state: string;
}

/** The fingerprint of the stack in this folder. Fails if the stack cannot have a plan. */
export async function readFingerprint(stack: string, planFolder: string): Promise<PlanFingerprint> {
  const { commit, tree } = await reviewedCommit(planFolder);
  const settings = stackSettings(stack);
  refuseTokens(stack, settings);
  const state = await readState(stack);
  const name = fullNameOf(stack);
  const instances = instancesOf(settings, state);
  const journal = settingOf("journal", settings);
  const journals = instances.map((baseUrl) => ({ baseUrl, journal }));
  await refuseInterrupted(stack, state, journals);
  await refuseOtherRun(name, journals);
  return {
    ...{ commit, tree, stack: `${name.organization}/${name.project}/${name.stack}` },
    ...{ instances, operations: settingOf("operations", settings) || "documented" },
    versions: { pulumi: (await engineText(["version"])).trim(), ...packageVersions() },
    settings: hashOfFile(settingsPath(stack)),
    state: hashOf(state.deployment),
  };
}

/** The journal of an instance. */
interface JournalPlace {
  baseUrl: string;
  journal?: string;
}

/** The next run continues a dead one whose requests are in the journal. */
async function refuseInterrupted(
  stack: string,
  state: State,
  journals: readonly JournalPlace[],
): Promise<void> {
  const problem = problemOfPending(stack, state);
  const open = undecidedOperations(state.deployment);
  if (problem === undefined || open.length === 0) return;
  const identities = open.flatMap(({ resource: { urn, inputs } }) => {
    const ofDynamic = inputs?.[identityKey];
    return (typeof ofDynamic === "string" ? ofDynamic : identityOf(urn)) ?? [];
  });
  for (const one of journals) if (await hasRequestOf(identities, one)) return;
  throw new Failure(problem);
}

async function refuseOtherRun(name: StackName, journals: readonly JournalPlace[]): Promise<void> {
  for (const one of journals) {
    const holders = await lockHolders(name, one);
    if (holders.length === 0) continue;
    const [owner] = holders;
    const who = owner ? `: process ${owner.pid} on host ${owner.hostname}` : "";
    throw new Failure(
      `Another run is changing stack ${name.stack}${who}. Wait until it ends: the processes of a killed run can take minutes. If that run was killed, then: pulumi cancel --stack ${name.stack}, then run this command again`,
    );
  }
}

/** The addresses of the settings, of the environment and of explicit providers, each once. */
function instancesOf(settings: Values, { deployment }: State): string[] {
  const named = settings["platform:instances"];
  const entries = typeof named === "object" && named !== null ? Object.values(named) : [];
  const explicit = (deployment.resources ?? [])
    .filter(({ type }) => type === providerType)
    .map(({ inputs }) => inputs?.baseUrl);
  const all = [
    settingOf("baseUrl", settings),
    ...entries.map((entry: unknown) => (entry as Values | null)?.baseUrl),
    ...explicit,
  ];
  const addresses = all.filter(
    (one): one is string => typeof one === "string" && URL.canParse(one),
  );
  // A slash at the end of an address does not matter.
  return [...new Set(addresses.map((one) => new URL(one).href.replace(/\/+$/, "")))].sort();
}

const ourPackages = ["pulumi-platform", "pulumi-platform-provider", "@pulumi/pulumi"];

/** The versions that the project in this folder has. */
const packageVersions = (): Record<string, string> => ({
  ...Object.fromEntries(
    ourPackages.flatMap((name) => {
      const version = installedVersion(name);
      return version === undefined ? [] : [[name, version]];
    }),
  ),
  "pulumi-platform-cli": manifest.version,
});

const hashOfFile = (path: string): string =>
  existsSync(path) ? createHash("sha256").update(readFileSync(path)).digest("hex") : "none";
