import { z } from "zod";
import type { PlatformFunction } from "../../dist/definition/function";
import { nameField } from "../../dist/definition/object";
import type { Resource } from "../../dist/definition/resource";
import { metaOf } from "../../dist/definition/meta";
import { unwrap } from "../../dist/definition/schema";
import { secretSettings } from "../../dist/settings/fields";
import { settingVariables } from "../../dist/messages/settingPlaces";
import { dynamicTypeToken, typeToken } from "../../dist/state/typeTokens";
import { languageOptions } from "./languages";
import { code } from "./markdown";
import { programsOf } from "./programs";
import type { PackageSchema, Properties, Spec } from "./spec";
import { describe, isOptional, previewDoc, sentencesOf, shownFields } from "./types";

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

/** Collects the named types: objects and enums must have names in a schema. */
class Types {
  readonly all: Record<string, Spec> = {};

  /** The properties of an object, and which of them are required. */
  object(name: string, schema: z.ZodObject): { properties: Properties; required?: string[] } {
    const fields = shownFields(schema);
    const required = fields.filter(([, field]) => isRequired(field)).map(([field]) => field);
    return {
      properties: Object.fromEntries(
        fields.map(([field, inner]) => [field, this.property(name + capital(field), inner)]),
      ),
      ...(required.length > 0 && { required: required.sort() }),
    };
  }

  /** `name` is the name of its type, if the type needs a name and has none. */
  property(name: string, schema: z.ZodType): Spec {
    const { deprecated } = metaOf(schema);
    const bare = unwrap(schema);
    return {
      ...this.#type(name, schema),
      ...(bare instanceof z.ZodLiteral && bare.values.size === 1 && { const: [...bare.values][0] }),
      description: described(schema),
      ...(deprecated === true && { deprecationMessage: described(schema) }),
    };
  }

  #type(name: string, schema: z.ZodType): Spec {
    const bare = unwrap(schema);
    if (bare instanceof z.ZodObject)
      return this.#named(name, bare, (own) => this.object(own, bare));
    if (bare instanceof z.ZodEnum) {
      const words = bare.options.map((value) => ({ value }));
      return this.#named(name, bare, () => ({ type: "string", enum: words }));
    }
    if (bare instanceof z.ZodArray) {
      return { type: "array", items: this.#type(name, bare.element as z.ZodType) };
    }
    if (bare instanceof z.ZodRecord) {
      return {
        type: "object",
        additionalProperties: this.#type(name, bare.valueType as z.ZodType),
      };
    }
    if (bare instanceof z.ZodUnion) return this.#union(name, bare);
    if (bare instanceof z.ZodNumber) return { type: isSmall(bare) ? "integer" : "number" };
    if (bare instanceof z.ZodBoolean) return { type: "boolean" };
    if (bare instanceof z.ZodUnknown) return { $ref: "pulumi.json#/Any" };
    return { type: "string" };
  }

  #union(name: string, union: z.ZodUnion): Spec {
    const options = (union.options as z.ZodType[]).filter((one) => !(one instanceof z.ZodNull));
    const oneOf = options.map((option, index) => this.#type(`${name}${index + 1}`, option));
    if (!(union instanceof z.ZodDiscriminatedUnion)) return { oneOf };
    const { discriminator: propertyName } = union.def;
    const kinds = options.map((option) => {
      const kind = unwrap((unwrap(option) as z.ZodObject).shape[propertyName] as z.ZodType);
      return kind instanceof z.ZodLiteral ? [...kind.values].map(String) : [];
    });
    const mapping = Object.fromEntries(
      kinds.flatMap((words, index) => words.map((word) => [word, oneOf[index]?.$ref])),
    );
    return { oneOf, discriminator: { propertyName, mapping } };
  }

  #named(derived: string, schema: z.ZodType, spec: (name: string) => Spec): Spec {
    const name = metaOf(schema).typeName ?? derived;
    const type = typeToken(name);
    if (!(type in this.all)) {
      // A type may be a part of its own parts.
      this.all[type] = {};
      const description = describe(schema);
      this.all[type] = { ...(description && { description }), type: "object", ...spec(name) };
    }
    return { $ref: `#/types/${type}` };
  }
}

/** What each release says of itself. */
export interface Release {
  version: string;
  license: string;
  /** The address of the repository, which the package.json at the root names. */
  repository: string;
}

/** The schema of the package for all languages, derived from the definitions. */
export function packageSchema(
  { version, license, repository }: Release,
  settings: z.ZodObject,
  resources: readonly Resource[],
  functions: readonly PlatformFunction[],
): PackageSchema {
  const types = new Types();
  const configuration = configurationOf(types, settings);
  const byToken = <Item extends { name: string }, Made>(
    items: readonly Item[],
    spec: (item: Item) => Made,
  ) => Object.fromEntries(items.map((item) => [typeToken(item.name), spec(item)]));
  const all = {
    resources: byToken(resources, (resource) => resourceSpec(types, resource)),
    functions: byToken(functions, (one) => functionSpec(types, one)),
  };
  const schema: PackageSchema = {
    name: "platform",
    displayName: "Platform",
    version,
    description: "Report schedules, groups, shares and settings of a data and analytics platform",
    keywords: ["category/utility", "kind/native", "reports", "e-mail", "groups", "datasets"],
    publisher: "pulumi-platform",
    license,
    repository,
    homepage: repository,
    logoUrl: `${repository.replace("//github.com/", "//raw.githubusercontent.com/")}/v${version}/docs/logo.svg`,
    // The engine downloads the plugin from the releases there, unless a program names its folder.
    pluginDownloadURL: repository.replace("https://github.com/", "github://api.github.com/"),
    meta: { moduleFormat: "(.*)" },
    language: languageOptions,
    config: { variables: configuration },
    provider: {
      description:
        "An instance of the platform. Arguments take precedence over environment variables.",
      inputProperties: configuration,
    },
    types: types.all,
    ...all,
  };
  // The types of the schema say how a program writes an example.
  for (const one of [...resources, ...functions]) {
    const spec = all.resources[typeToken(one.name)] ?? all.functions[typeToken(one.name)];
    Object.assign(spec ?? {}, { description: `${one.doc}\n\n${exampleOf(one, schema)}` });
  }
  return schema;
}

function configurationOf(types: Types, settings: z.ZodObject): Properties {
  const { properties } = types.object("Provider", settings.partial());
  for (const [name, property] of Object.entries(properties)) {
    const variable = settingVariables[name];
    // A token that a program reads would end up in every plan: the plugin reads it itself. It does so for words to choose
    // from, too: for their defaults, Pulumi's generator for Go writes code that does not compile.
    if (secretSettings.includes(name)) property.secret = true;
    else if (variable && !property.$ref) property.defaultInfo = { environment: [variable] };
    if (variable)
      property.description = `${property.description} The environment variable is \`${variable}\`.`;
  }
  return properties;
}

function resourceSpec(types: Types, resource: Resource) {
  const { name, doc, inputs, outputs } = resource;
  const given = types.object(name, inputs);
  const got = types.object(name, outputs);
  const required = [...(given.required ?? []), ...(got.required ?? [])];
  return {
    description: doc,
    inputProperties: given.properties,
    requiredInputs: given.required ?? [],
    properties: { ...given.properties, ...got.properties },
    required: [...new Set(required)].sort(),
    ...listInputs(resource),
    // A stack with the dynamic resource moves to this resource when its program does.
    aliases: [{ type: dynamicTypeToken(name) }],
  };
}

/** The filter of a list of all objects of a type. */
function listInputs(resource: Resource): Spec | undefined {
  if (resource.kind === "action") return undefined;
  const name = nameField(resource);
  if (name === undefined) return undefined;
  const description = `Lists only objects whose ${name} contains this text, in any letter case.`;
  return {
    listInputs: { type: "object", properties: { [name]: { type: "string", description } } },
  };
}

function functionSpec(types: Types, definition: PlatformFunction) {
  const { name, doc, costs, args, result } = definition;
  const { properties, ...inputs } = types.object(capital(name), args);
  const callInPreview = { type: "boolean", description: previewDoc };
  return {
    description: doc,
    inputs: {
      type: "object",
      properties: { ...properties, ...(costs && { callInPreview }) },
      ...inputs,
    },
    outputs: { type: "object", ...types.object(`${capital(name)}Result`, result) },
  };
}

function exampleOf(definition: Resource | PlatformFunction, schema: PackageSchema): string {
  const programs = programsOf(definition, schema).map(({ fence, text }) => code(fence, text));
  // Marked like this, the SDK of each language has its own program only.
  return `{{% example %}}\n\n## Example Usage\n\n${programs.join("")}{{% /example %}}\n`;
}

/** The sentence of a field, and the known values that it does not name. */
function described(schema: z.ZodType): string | undefined {
  const text = sentencesOf(schema);
  const missing = (metaOf(unwrap(schema)).known ?? []).filter((word) => !text?.includes(word));
  return missing.length === 0 ? text : `${text} Known values: ${missing.join(", ")}.`;
}

function isRequired(schema: z.ZodType): boolean {
  return !isOptional(schema) && !(schema instanceof z.ZodNullable);
}

/** Whether every value fits into an integer of any language. */
const isSmall = ({ format }: z.ZodNumber): boolean => format === "int32";
