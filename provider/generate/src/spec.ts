/** The parts of a package schema, as Pulumi writes it: https://www.pulumi.com/docs/iac/extending-pulumi/schema/ */

export interface Spec {
  description?: string;
  $ref?: string;
  type?: string;
  items?: Spec;
  additionalProperties?: Spec;
  properties?: Properties;
  enum?: readonly unknown[];
  oneOf?: readonly Spec[];
  discriminator?: { propertyName: string; mapping: Record<string, string | undefined> };
  [name: string]: unknown;
}

export type Properties = Record<string, Spec>;

interface ResourceSpec {
  inputProperties: Properties;
  properties: Properties;
  [name: string]: unknown;
}

interface FunctionSpec {
  inputs: { properties: Properties };
  outputs: { properties: Properties };
  [name: string]: unknown;
}

export interface PackageSchema {
  types: Record<string, Spec>;
  resources: Record<string, ResourceSpec>;
  functions: Record<string, FunctionSpec>;
  [name: string]: unknown;
}
