import * as pulumi from "../pulumi";

/** What all resources of the plugin are to Pulumi. */
export abstract class PluginResource extends pulumi.CustomResource {
  protected constructor(
    type: string,
    name: string,
    args: object,
    outputs: readonly string[],
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    // Pulumi notes a stack for every promise of every property, which takes longer than all the rest of a
    // resource and fills the state; only its hunt for leaked promises ever shows one.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      super(
        `platform:index:${type}`,
        name,
        { ...Object.fromEntries(outputs.map((output) => [output, undefined])), ...args },
        pulumi.mergeOptions({ aliases: [dynamicAlias(type, name, opts?.parent)] }, opts),
      );
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/** The same dynamic resource becomes this one. Pulumi takes several times as long to put a URN together itself. */
function dynamicAlias(type: string, name: string, parent: pulumi.Resource | undefined) {
  const token = `pulumi-nodejs:dynamic/platform:${type}`;
  return parent === undefined
    ? `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${token}::${name}`
    : { type: token };
}
