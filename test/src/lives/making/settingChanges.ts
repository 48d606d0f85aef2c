import type { Environment } from "../worlds/environment";
import type { SettingStep } from "./steps";

/** Changes a setting, or what the runners have; undefined where there is nothing to choose from. */
export async function changeSetting(
  environment: Environment,
  { change, stack: n, runner, value }: SettingStep,
): Promise<string | undefined> {
  const { setup, world, history } = environment;
  const slot = environment.slot(n % environment.stacks.length);
  const at = runner % setup.runners;
  switch (change) {
    case "operations":
      slot.operations = slot.operations === "extended" ? "documented" : "extended";
      break;
    case "mail": {
      const next = ["live", "muted", "redirect:safe@example.com"][value % 3] ?? "live";
      slot.mail = next;
      await world.set(slot.name, "mail", next);
      break;
    }
    case "token":
      if (setup.tokens < 2) return undefined;
      slot.token = value % setup.tokens;
      history.disturbances.add("token");
      break;
    case "rotate token":
      environment.place.rotate(slot.token);
      history.disturbances.add("token");
      break;
    case "address":
      if (setup.instances < 2) return undefined;
      slot.instance = (slot.instance + 1) % setup.instances;
      history.disturbances.add("address");
      break;
    case "checkpoints":
      slot.checkpoints = !slot.checkpoints;
      break;
    case "journal lost":
    case "journal elsewhere":
      environment.lostJournals.set(at, (environment.lostJournals.get(at) ?? 0) + 1);
      history.disturbances.add("journal");
      break;
    case "disk full":
      world.diskFull(at, value % 3 > 0);
      history.disturbances.add("disk");
      break;
    case "clock ahead":
      world.clockAhead(at, value % 2 > 0 ? 600_000 : 0);
      history.disturbances.add("clock");
      break;
  }
  return `${slot.name}: ${change} → ${JSON.stringify(slot, ["instance", "token", "operations", "mail", "checkpoints"])}`;
}
