import * as pulumi from "./pulumi";
import {
  hasSecretsKey,
  identityKey,
  identityFrom,
  providerCodeKey,
} from "pulumi-platform-provider/program";

/** What all resources of this package are to Pulumi. */
export abstract class PlatformResource extends pulumi.CustomResource {
  protected constructor(
    type: string,
    name: string,
    args: object,
    outputs: readonly string[],
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    const token = `pulumi-nodejs:dynamic/platform:${type}`;
    // Pulumi notes a stack for every promise of every property, which takes longer than all the rest of a
    // resource and fills the state; only its hunt for leaked promises ever shows one.
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
          // The host of dynamic providers does not tell which values are secret, and messages hold values.
          ...(holdsOutput(args) && {
            [hasSecretsKey]: pulumi
              .isSecret(pulumi.output(args))
              .then((secret) => (secret ? true : undefined)),
          }),
          // Pulumi's own dynamic resources put the provider's whole code into the state. This loads it.
          [providerCodeKey]: `exports.handler=()=>require("pulumi-platform/dynamic").${type}`,
        },
        opts,
      );
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/** Pulumi's mocks have no organization unless they are given one, and throw where it is asked for. */
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

/** Tells this resource from every other, as its URN would, which a provider of this kind is not told. */
function identityOf(token: string, name: string, parent: pulumi.Resource | undefined): string {
  const stack = [organization(), pulumi.getProject(), pulumi.getStack()];
  return identityFrom(stack, [...typesAbove(parent), token, name]);
}

/** The types of the parents of a resource, as its URN has them: the stack is not one, named as the parent or not. */
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
