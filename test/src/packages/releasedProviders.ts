import { providerCodeKey } from "../../../provider/dist/dynamic/inputs";
import { resourceNames } from "../fixtures/index";
import { readRecording, recordedVersions, stackFolders } from "../upgrades/recording";

const recorded = recordedVersions()
  .flatMap(stackFolders)
  .flatMap((folder) => readRecording(folder).state.deployment.resources ?? [])
  .flatMap(({ inputs }) => {
    const code = inputs?.[providerCodeKey];
    return typeof code === "string" ? [code] : [];
  });

/**
 * Every `__provider` that a release put into the states of users, and those of the next release. An unchanged
 * resource keeps its old form for ever, so no form is ever changed or removed.
 */
export const releasedProviders = [
  ...new Set([
    ...recorded,
    ...resourceNames.map(
      (name) => `exports.handler=()=>require("pulumi-platform/dynamic").${name}`,
    ),
  ]),
];
