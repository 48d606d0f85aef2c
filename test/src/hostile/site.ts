import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { monthly } from "../engine/stacks/declarations";
import { call, schedulesPath } from "../simulator/client";
import type { Row } from "./payloads";

/** A healthy instance with schedules of others on several pages. */
export interface Site {
  platform: Simulator;
  /** A row of its list. */
  row: Row;
  close: () => Promise<void>;
}

const others = 11;
const pageCap = 5;

export async function openSite(): Promise<Site> {
  const platform = await startSimulator({ profile: "extended", pageCap });
  for (let n = 1; n <= others; n++) {
    const title = `Theirs ${String(n).padStart(2, "0")}`;
    await call(platform, "POST", schedulesPath, { ...monthly().args, title });
  }
  const [row] = (await call(platform, "GET", schedulesPath)).json as Row[];
  if (row === undefined) throw new Error("the instance has no schedules");
  platform.calls.length = 0;
  return { platform, row, close: () => platform.close() };
}
