import { choose } from "./making/choose";
import type { Environment } from "./worlds/environment";
import { stackNames } from "./worlds/stackSlot";
import type { StackSlot } from "./worlds/stackSlot";
import type { CommandStep, Option } from "./making/steps";

/** Dynamic resources cannot be imported; Pulumi says so. */
const packageOf = ({ program }: Environment): string =>
  program.entry === "plugin" ? "platform:index:" : "pulumi-nodejs:dynamic/platform:";

/** The words that a person types; undefined where there is nothing to type them about. */
export async function argsOf(
  environment: Environment,
  { name, pick, options, replaced }: CommandStep,
  slot: StackSlot,
): Promise<string[] | undefined> {
  const held = await environment.heldOf(slot);
  const one = held[pick % Math.max(1, held.length)];
  const urn = one?.urn;
  const all = await environment.urnsOf(slot);
  const urns = (flag: Option) => {
    const other = held[(pick + flag.length) % Math.max(1, held.length)]?.urn;
    return other === undefined ? [] : [`--${flag}`, other];
  };
  const flags = options.flatMap((option) => {
    switch (option) {
      case "refresh":
        return name === "up" || name === "preview" ? ["--refresh"] : [];
      case "target":
        return options.includes("exclude") ? [] : urns(option);
      case "exclude":
        return urns(option);
      case "replace":
        if (name !== "up" && name !== "preview") return [];
        if (replaced !== undefined) return ["--replace", replaced];
        return pick % 4 === 0 ? ["--replace", "**"] : urns(option);
      case "plan":
        return name === "up" && slot.plan !== undefined ? ["--plan", slot.plan] : [];
      case "previewed":
        return [];
      case "target dependents": {
        const any = options.includes("exclude") ? undefined : choose(all, pick);
        return any === undefined ? [] : ["--target", any, "--target-dependents"];
      }
      case "run program": {
        const reads = name === "refresh" || options.includes("refresh");
        return name === "destroy" || reads ? ["--run-program"] : [];
      }
      case "parallel":
        return ["--parallel", "1"];
      case "continue":
        return name === "up" || name === "destroy" ? ["--continue-on-error"] : [];
    }
  });
  switch (name) {
    case "up":
      return ["up", "--yes", "--skip-preview", ...flags];
    case "refresh":
    case "destroy":
      return [name, "--yes", "--skip-preview", ...flags];
    case "preview":
      return ["preview", ...flags];
    case "cancel":
      return ["cancel", "--yes"];
    case "state delete":
      return urn === undefined
        ? undefined
        : ["state", "delete", urn, "--yes", "--force", "--target-dependents"];
    case "state rename": {
      const free = ["x", "y", "z"].find((other) => held.every((h) => h.name !== other));
      return urn === undefined || free === undefined
        ? undefined
        : ["state", "rename", urn, free, "--yes"];
    }
    case "state move": {
      const other = environment.stacks.find((s) => s !== slot && s.instance === slot.instance);
      if (urn === undefined || other === undefined) return undefined;
      return ["state", "move", "--source", slot.name, "--dest", other.name, urn, "--yes"];
    }
    case "state protect":
    case "state unprotect":
    case "state taint":
    case "state untaint":
      return urn === undefined ? undefined : [...name.split(" "), urn, "--yes"];
    case "stack rename": {
      const used = await environment.world.stacks();
      const free = stackNames.find((other) => !used.includes(other));
      return free === undefined ? undefined : ["stack", "rename", free];
    }
    case "stack init": {
      const used = await environment.world.stacks();
      const free = stackNames.find((other) => !used.includes(other));
      return free === undefined || environment.stacks.length >= stackNames.length
        ? undefined
        : ["stack", "init", free];
    }
    case "stack export": {
      const file = environment.file(`export-${slot.name}-${slot.exports.length}.json`);
      slot.exports.push(file);
      return ["stack", "export", "--file", file];
    }
    case "stack import": {
      const file = slot.exports[pick % Math.max(1, slot.exports.length)];
      return file === undefined ? undefined : ["stack", "import", "--file", file];
    }
    case "import": {
      const free = ["x", "y", "z"].find((other) => held.every((h) => h.name !== other));
      const [type, ids] = Object.entries(environment.freeIds())[pick % 2] ?? ["Group", []];
      const id = ids[pick % Math.max(1, ids.length)];
      if (free === undefined || id === undefined) return undefined;
      return [
        "import",
        `${packageOf(environment)}${type}`,
        free,
        id,
        "--yes",
        "--generate-code=false",
        "--protect=false",
      ];
    }
    case "plan":
      return ["preview", "--save-plan", environment.file(`plan-${slot.name}.json`), ...flags];
  }
}
