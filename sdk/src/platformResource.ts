import * as pulumi from "./pulumi";
import {
  dynamicTypeToken,
  hasSecretsKey,
  identityKey,
  identityFrom,
  ignoredKey,
  providerCodeKey,
  withoutStar,
} from "pulumi-platform-provider/program";

/** The base class of all resources of this package. */
export abstract class PlatformResource extends pulumi.CustomResource {
  protected constructor(
    type: string,
    name: string,
    args: object,
    { inputs, outputs }: { inputs: readonly string[]; outputs: readonly string[] },
    given: pulumi.CustomResourceOptions | undefined,
  ) {
    const token = dynamicTypeToken(type);
    const ignored = given?.ignoreChanges && withoutStar(given.ignoreChanges, inputs);
    const opts = ignored ? { ...given, ignoreChanges: ignored } : given;
    // Pulumi records a stack trace for every promise of every property. This takes longer than everything else that a
    // resource does. Only Pulumi's search for leaked promises shows these traces.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      super(
        token,
        name,
        {
          ...Object.fromEntries(outputs.map((output) => [output, undefined])),
          ...args,
          [identityKey]: identityOf(token, name, opts?.parent),
          // Messages contain values, and the host of dynamic providers does not say which values are secret.
          ...(holdsOutput(args) && {
            [hasSecretsKey]: pulumi
              .isSecret(pulumi.output(args))
              .then((secret) => (secret ? true : undefined)),
          }),
          ...(ignored?.length && { [ignoredKey]: ignored }),
          // Pulumi's own dynamic resources store the whole code of the provider in the state. This code loads it instead.
          [providerCodeKey]: `exports.handler=()=>require("pulumi-platform/dynamic").${type}`,
        },
        opts,
      );
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/** The organization. Pulumi's mocks have none by default, and then throw an error. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}

function holdsOutput(value: unknown): boolean {
  if (pulumi.Output.isInstance(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutput);
}

/** Identifies the resource like its URN, which a dynamic provider does not get. */
function identityOf(token: string, name: string, parent: pulumi.Resource | undefined): string {
  const stack = [organization(), pulumi.getProject(), pulumi.getStack()];
  return identityFrom(stack, [...typesAbove(parent), token, name]);
}

/** The types of the parents in the URN of a resource. The stack is not one of them. */
export function typesAbove(parent: pulumi.Resource | undefined): string[] {
  const types: string[] = [];
  let ancestor = parent as Ancestor | undefined;
  while (ancestor && ancestor.__pulumiType !== "pulumi:pulumi:Stack") {
    types.unshift(ancestor.__pulumiType);
    ancestor = ancestor.__parentResource;
  }
  return types;
}

interface Ancestor {
  __pulumiType: string;
  __parentResource?: Ancestor;
}
