import { availableParallelism } from "node:os";
import { settingNames } from "pulumi-platform-provider/contract";
import { settingOf } from "../stack/stackSettings.js";
import type { Context } from "./context.js";
import { Checks } from "./checks.js";

/** Settings of the engine that are known to cause problems. */
export function examineTraps({ settings, backend: named }: Context): Checks {
  const checks = new Checks("known traps");
  const backend = process.env.PULUMI_BACKEND_URL || named || "";
  const scheme = backend.replace(/:.*/s, "");
  checks.fact("backend", scheme === "" ? "the one of the last `pulumi login`" : scheme);
  const isRemote = !["", "file", "http", "https"].includes(scheme);
  if (isRemote && !isOn(process.env.PULUMI_DIY_BACKEND_ZSTD)) {
    checks.find(
      "The state is not compressed",
      "The engine sends the whole state after each step: 400 resources took 31 s instead of 13 s",
      "export PULUMI_DIY_BACKEND_ZSTD=true",
    );
  }
  const parallel = Number(process.env.PULUMI_DIY_BACKEND_PARALLEL);
  const isLimited = parallel >= 1 && parallel <= 3;
  if (/^postgres/.test(scheme) && 2 * availableParallelism() <= 10 && !isLimited) {
    checks.find(
      "`pulumi stack ls` can hang on this PostgreSQL backend",
      "On a machine with few cores, the engine waits for its own connections",
      "export PULUMI_DIY_BACKEND_PARALLEL=2",
    );
  }
  for (const key of Object.keys(settings)) {
    const [namespace, name = ""] = key.split(":");
    if (namespace === "platform" || !settingNames.some((known) => known === name)) continue;
    checks.find(
      `The setting ${key} has the name of a setting of the provider, but not its prefix`,
      `The provider reads only platform:${name}. Without a prefix, pulumi config set uses the name of the project`,
      `pulumi config rm ${key}   # and, if you meant the provider: pulumi config set platform:${name} VALUE`,
    );
  }
  const journal = settingOf("journal", settings);
  if (isOn(process.env.PULUMI_SKIP_CHECKPOINTS) && process.env.CI && !journal) {
    checks.find(
      "PULUMI_SKIP_CHECKPOINTS is set, and the journal is on this runner",
      "If the runner is lost in the middle of a run, nothing tells what the run created",
      "export PLATFORM_JOURNAL=postgres://USER@HOST/DATABASE   # or s3://BUCKET/journal, or unset PULUMI_SKIP_CHECKPOINTS",
    );
  }
  if (process.env.PLATFORM_COLLECT) {
    checks.find(
      "PLATFORM_COLLECT is set",
      "While it is set, the provider refuses every create, update and delete",
      "unset PLATFORM_COLLECT",
    );
  }
  return checks;
}

const isOn = (value: string | undefined): boolean => /^(1|true)$/i.test(value ?? "");
