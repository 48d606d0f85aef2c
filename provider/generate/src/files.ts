import { functions, resources } from "../../dist/catalog";
import { schema as settings, secretSettings } from "../../dist/settings/fields";
import { settingVariables } from "../../dist/messages/settingPlaces";
import { errorCodes } from "../../dist/messages/errors";
import { callsPage } from "./calls";
import { errorsPage } from "./errors";
import { functionPage, indexPage } from "./functionPage";
import { linked } from "./markdown";
import { pythonAnswers, typescriptAnswers } from "./mockAnswers";
import { installationPage, registryPage } from "./registryPages";
import { resourcePage } from "./resourcePage";
import { packageSchema } from "./schema";
import type { Release } from "./schema";
import { settingsPage } from "./settingsPage";
import * as typescript from "./typescript";

const packageOf = (release: Release) => packageSchema(release, settings, resources, functions);

/** The package schema, from which the SDKs for Go and Python are made, too. */
export const schemaOf = (release: Release): string => JSON.stringify(packageOf(release));

/** The table that the mocks of the Python SDK read. */
export const pythonTable = (): string => pythonAnswers(resources, functions);

/** Every file that is derived from the definitions, except those of the SDKs for Go and Python: its text by its path. */
export function derivedFiles(release: Release): Readonly<Record<string, string>> {
  const schema = packageOf(release);
  return {
    "provider/schema.json": JSON.stringify(schema),
    "sdk/src/types.ts": typescript.typesSource(resources, functions),
    "sdk/src/plugin/provider.ts": typescript.providerSource(settings, secretSettings),
    "sdk/src/testing/answers.ts": typescriptAnswers(resources, functions),
    ...sources("sdk/src", typescript.dynamicClasses),
    ...sources("sdk/src/plugin", typescript.pluginClasses),
    "docs/_index.md": registryPage(release, firstExample(), schema),
    "docs/installation-configuration.md": installationPage(
      release,
      settings.shape,
      settingVariables,
    ),
    "docs/settings.md": settingsPage(settings.shape, settingVariables),
    "docs/reference/README.md": indexPage(resources, functions),
    "docs/reference/calls.md": callsPage(resources, functions),
    "docs/reference/errors.md": errorsPage(errorCodes),
    ...each(resources, pagePath, (one) => linked(resourcePage(one, schema), othersThan(one))),
    ...each(functions, pagePath, (one) =>
      linked(functionPage(one, schema, resources), othersThan(one)),
    ),
  };
}

/** The resource that most programs begin with. */
function firstExample() {
  const found = resources.find(({ name }) => name === "ReportSchedule");
  if (found === undefined) throw new Error("there is no ReportSchedule");
  return found;
}

const pagePath = ({ name }: { name: string }) => `docs/reference/${name}.md`;

const othersThan = ({ name }: { name: string }) =>
  [...resources, ...functions].map((one) => one.name).filter((other) => other !== name);

function sources(folder: string, classes: typescript.Classes): Record<string, string> {
  return {
    [`${folder}/index.ts`]: typescript.indexSource(resources, functions, classes),
    ...each(
      resources,
      ({ name }) => `${folder}/${typescript.moduleOf(name)}.ts`,
      (resource) => typescript.resourceSource(resource, classes),
    ),
    ...each(
      functions,
      ({ name }) => `${folder}/${name}.ts`,
      (one) => typescript.functionSource(one, classes),
    ),
  };
}

function each<Item>(
  items: readonly Item[],
  path: (item: Item) => string,
  text: (item: Item) => string,
): Record<string, string> {
  return Object.fromEntries(items.map((item) => [path(item), text(item)]));
}
