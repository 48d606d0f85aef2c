import type { Declared } from "../../engine/stacks/pulumiStack";
import type { Values } from "../../lifecycle/tables/row";
import type { Backend } from "../states/backend";
import { Checkpoints } from "../states/checkpoints";
import type { Command } from "../commandLine";
import { Deployment } from "../states/deployment";
import type { RunProgram } from "./registration";
import { Plan } from "./plan";
import { declarations } from "../program";
import { ProgramRun } from "../programRun";
import type { StartProvider } from "../sessions/providers";
import type { Report } from "../report";
import { Run } from "../run";
import type { RunOptions } from "../run";
import type { Entry } from "../sessions/session";
import { Targets } from "./targets";
import { packageOf } from "../states/urns";
import type { StackName } from "../states/urns";

interface Parts {
  backend: Backend;
  stack: StackName;
  entry: Entry;
  report: Report;
  declared: readonly Declared[];
  providers: Record<string, object>;
  /** The text of the plan that an update keeps to. */
  plan?: string;
  skipsCheckpoints: boolean;
  start: StartProvider;
  /** The arguments of the default provider of a package. */
  defaultArgs: (pack: string) => Values;
  deleteOrder: readonly string[];
  onCancel: () => void;
}

/** A command that runs the engine, from its lock to its last checkpoint. */
export class Operation {
  readonly #run: Run;
  readonly #checkpoints?: Checkpoints;
  #isLocked = false;
  #isKilled = false;
  #endAtOnce: () => void = () => undefined;
  readonly #ended = new Promise<void>((resolve) => (this.#endAtOnce = resolve));

  constructor(
    readonly command: Command,
    readonly parts: Parts,
  ) {
    const { backend, stack, report, start, skipsCheckpoints, deleteOrder } = parts;
    const options = optionsOf(command, parts);
    const base = backend.snapshot(stack.stack);
    if (command.options["clear-pending-creates"]) {
      base.pending = base.pending.filter(({ type }) => type !== "creating");
    }
    if (!options.isPreview) {
      backend.lock(stack.stack);
      this.#isLocked = true;
      const save = (snapshot: typeof base) => {
        if (!this.#isKilled) backend.save(stack.stack, snapshot);
      };
      this.#checkpoints = new Checkpoints(base, save, skipsCheckpoints);
    }
    const { newId } = backend;
    this.#run = new Run(stack, base, options, {
      report,
      checkpoints: this.#checkpoints,
      ...{ start, newId, deleteOrder },
    });
  }

  /** Gives the plan that the run made. */
  async run(): Promise<string | undefined> {
    const { report, backend, stack } = this.parts;
    const deployment = new Deployment(this.#run);
    const { targets, excludes } = this.#run.options;
    const known = new Set(this.#run.base.resources.map(({ urn }) => urn));
    const unknown = ["refresh", "destroy"].includes(this.command.name)
      ? [...targets.urns(), ...excludes.urns()].filter((urn) => !known.has(urn))
      : [];
    for (const urn of unknown) report.error("", `no resource named '${urn}' found`);
    const work =
      unknown.length > 0
        ? Promise.resolve()
        : this.command.name === "import"
          ? deployment.import(this.#imported())
          : deployment.execute(this.#program());
    await Promise.race([work, this.#ended]);
    if (!this.#isKilled) {
      if (this.#isLocked) backend.unlock(stack.stack);
      this.#checkpoints?.close();
    }
    if (this.#run.isTerminated) report.hasFailed = true;
    return report.hasErrors() ? undefined : this.#run.made?.text();
  }

  interrupt(): void {
    if (this.#run.cancel.signal.aborted) {
      this.#run.isTerminated = true;
      this.#endAtOnce();
      return;
    }
    this.parts.onCancel();
    this.#run.cancel.abort();
  }

  kill(): void {
    this.#isKilled = true;
    this.#run.isTerminated = true;
    this.#endAtOnce();
  }

  #program(): RunProgram {
    const { stack, entry, declared, providers, defaultArgs } = this.parts;
    const { name, options } = this.command;
    if (name === "destroy" && !options["run-program"]) return () => Promise.resolve();
    const isSerial = this.#run.options.parallel === 1;
    return (monitor) =>
      new ProgramRun(monitor, { stack, defaultArgs, isSerial }).run(
        declarations(declared, providers, { entry, stack }),
      );
  }

  #imported() {
    const { args, options } = this.command;
    const [type = "", name = "", id = ""] = args;
    const isProtected = options.protect !== "false";
    const urn = (spec: string) => spec.slice(spec.indexOf("=") + 1);
    const [parent, provider] = [urn(options.parent), urn(options.provider)];
    const providerInputs = this.parts.defaultArgs(packageOf(type));
    return { type, name, id, isProtected, parent, provider, providerInputs };
  }
}

function optionsOf({ name, options }: Command, { plan }: Parts): RunOptions {
  const isRefreshOnly = name === "refresh";
  const isDestroy = name === "destroy" && options["run-program"];
  const replaced = options["target-replace"];
  return {
    isPreview: name === "preview" || options["preview-only"],
    refreshes: isRefreshOnly || options.refresh === "true",
    isRefreshOnly,
    // A destroy with the program does not read while the program runs.
    runsProgram: options["run-program"] && name !== "destroy",
    isDestroy,
    targets: new Targets([...options.target, ...replaced]),
    replaces: new Targets([...options.replace, ...replaced]),
    excludes: new Targets(options.exclude),
    targetDependents: options["target-dependents"],
    excludeDependents: options["exclude-dependents"],
    continueOnError: options["continue-on-error"],
    parallel: Number(options.parallel),
    plan: plan === undefined ? undefined : Plan.from(plan),
    makesPlan: options["save-plan"] !== "",
  };
}
