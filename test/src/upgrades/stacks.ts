import { noCheckpoints } from "../faults/workspace";
import { entries } from "../harness/sessions/session";
import type { Entry } from "../harness/sessions/session";
import * as programs from "./programs";
import { elsewhere, Recorder } from "./recorder";
import type { Recording } from "./recording";

type Named = [name: string, recording: Recording];

/** Records every stack of a set, with the name of its folder. */
export async function* recordStacks(): AsyncGenerator<Named> {
  for (const entry of entries) {
    yield* killed(entry, `${entry}-killed`, {});
    yield* killed(entry, `${entry}-killed-without-checkpoints`, noCheckpoints);
    yield* done(entry);
  }
}

/** A stack whose last two runs were killed, one while it created and changed, and one while it deleted. */
async function* killed(
  entry: Entry,
  name: string,
  environment: Readonly<Record<string, string>>,
): AsyncGenerator<Named> {
  const recorder = await Recorder.open(entry);
  try {
    recorder.declare(programs.before());
    await recorder.up();
    Object.assign(recorder.stack.env, environment);
    recorder.declare(programs.changing());
    await recorder.kill(
      ["up"],
      { method: "PUT", path: "reportschedules", moment: "after" },
      // The first one is answered.
      { method: "POST", path: "reportschedules$", skip: 1, moment: "after" },
      { method: "POST", path: "groups$", moment: "before" },
      { method: "POST", path: "sendnow", moment: "after" },
    );
    const { going } = await recorder.stack.state();
    const target = ["--target", going?.urn ?? ""];
    await recorder.kill(["destroy", ...target], {
      method: "DELETE",
      path: "groups",
      moment: "after",
    });
    yield [name, await recorder.recording()];
  } finally {
    await recorder.close();
  }
}

/** A stack whose runs ended well. That of the dynamic resources then moves to the plugin. */
async function* done(entry: Entry): AsyncGenerator<Named> {
  const recorder = await Recorder.open(entry);
  const { stack, instances } = recorder;
  try {
    await recorder.makeByHand();
    await stack.ok("config", "set", "platform:mail", "muted");
    const early = programs.muted();
    recorder.declare([...early, programs.drifting("Before"), programs.leaving()]);
    await recorder.up();
    await stack.ok("config", "rm", "platform:mail");
    for (const one of instances.main.state.groups) {
      if (one.name === "Drifting") one.description = "By hand";
    }
    await stack.ok("refresh", "--yes", "--skip-preview");
    const all = [...early, ...programs.whole(entry), programs.drifting("By hand")];
    recorder.declare(all);
    await recorder.up();
    yield [entry, await recorder.recording()];
    if (entry === "plugin") return;
    recorder.provide({ elsewhere });
    recorder.declare(all.map(programs.moved));
    await recorder.up();
    yield ["moved", await recorder.recording()];
  } finally {
    await recorder.close();
  }
}
