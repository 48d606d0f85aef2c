import { readFileSync, writeFileSync } from "node:fs";
import type { Deployment } from "../engine/stacks/pulumiStack";
import type { Backend } from "./states/backend";
import type { Command } from "./commandLine";
import type { Report } from "./report";
import type { Snapshot } from "./states/state";
import {
  deleteFromState,
  markInState,
  renameInState,
  requireIntegrity,
} from "./states/stateCommands";
import { moveState, renamedStack } from "./states/stateMove";
import type { Workspace } from "./states/workspace";

/** The commands that change stacks and states without any engine. Says whether it knows the command. */
export function runStackCommand(
  { name, args, options }: Command,
  { backend, workspace, report }: { backend: Backend; workspace: Workspace; report: Report },
): boolean {
  const stack = () => workspace.stack(options.stack);
  const edit = (change: (snapshot: Snapshot) => void) => {
    const snapshot = backend.snapshot(stack());
    change(snapshot);
    backend.requireFree(stack());
    backend.save(stack(), snapshot);
  };
  const mark = (what: "protect" | "taint", value: boolean) =>
    edit((snapshot) => markInState(snapshot, what, { urns: args, all: options.all, value }));
  const [first = "", second = ""] = args;
  switch (name) {
    case "state delete":
    case "state remove":
    case "state rm":
      edit((snapshot) =>
        deleteFromState(snapshot, args, {
          force: options.force,
          targetDependents: options["target-dependents"],
          all: options.all,
        }),
      );
      return true;
    case "state rename":
      edit((snapshot) => renameInState(snapshot, first, second));
      return true;
    case "state protect":
    case "state unprotect":
      mark("protect", name === "state protect");
      return true;
    case "state taint":
    case "state untaint":
      mark("taint", name === "state taint");
      return true;
    case "state move":
      move({ name, args, options }, backend, workspace);
      return true;
    case "stack init":
      backend.create(first || options.stack);
      if (!options["no-select"]) workspace.select(first || options.stack);
      return true;
    case "stack select":
      workspace.select(workspace.stack(first || options.stack));
      return true;
    case "stack rm":
    case "stack remove": {
      const removed = workspace.stack(first || options.stack);
      backend.remove(removed, options.force);
      workspace.removed(removed, options["preserve-config"]);
      return true;
    }
    case "stack rename": {
      const [from, to] = [stack(), first];
      const named = (one: string) => ({ stack: one, project: workspace.project });
      backend.rename(from, to, renamedStack(backend.snapshot(from), named(from), named(to)));
      workspace.renamed(from, to);
      return true;
    }
    case "stack export":
      exportTo(options.file, backend.deployment(stack()), report);
      return true;
    case "stack import":
      importInto(backend, stack(), options, report);
      return true;
    case "cancel":
      backend.unlock(workspace.stack(first || options.stack));
      return true;
    default:
      return false;
  }
}

function move({ args, options }: Command, backend: Backend, workspace: Workspace): void {
  const [from, to] = [workspace.stack(options.source), workspace.stack(options.dest)];
  const [source, dest] = [backend.snapshot(from), backend.snapshot(to)];
  const name = { stack: to, project: workspace.project };
  moveState({ source, dest, name, urns: args, withParents: options["include-parents"] });
  for (const one of [to, from]) backend.requireFree(one);
  backend.save(to, dest);
  backend.save(from, source);
}

function exportTo(file: string, deployment: Deployment, report: Report): void {
  const text = JSON.stringify({ version: 3, deployment }, undefined, 4);
  if (file === "") report.print(text);
  else writeFileSync(file, text);
}

/** A state from a file, whose operations are over. */
function importInto(
  backend: Backend,
  stack: string,
  { file, force }: Command["options"],
  report: Report,
): void {
  const { deployment } = JSON.parse(readFileSync(file, "utf8")) as { deployment: Deployment };
  const snapshot = backend.read(deployment);
  const strange = snapshot.resources.find(({ urn }) => !urn.startsWith(`urn:pulumi:${stack}::`));
  if (!force) {
    if (strange !== undefined) {
      throw new Error(`resource '${strange.urn}' is from a different stack`);
    }
    requireIntegrity(snapshot);
  }
  for (const { resource, type } of snapshot.pending) {
    const text = `removing pending operation '${type}' on '${resource.urn}' from snapshot`;
    report.line({ urn: resource.urn, severity: "warning", text });
  }
  backend.requireFree(stack);
  backend.save(stack, { resources: snapshot.resources, pending: [] });
}
