import { dynamicTypeToken, typeToken } from "pulumi-platform-provider/program";
import * as pulumi from "../pulumi";

/** The base class of all resources of the plugin. */
export abstract class PluginResource extends pulumi.CustomResource {
  protected constructor(
    type: string,
    name: string,
    args: object,
    outputs: readonly string[],
    opts: pulumi.CustomResourceOptions | undefined,
  ) {
    // Pulumi records a stack trace for every promise of every property. This takes longer than everything else that a
    // resource does. Only Pulumi's search for leaked promises shows these traces.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      super(
        typeToken(type),
        name,
        { ...Object.fromEntries(outputs.map((output) => [output, undefined])), ...args },
        pulumi.mergeOptions({ aliases: [dynamicAlias(type, name, opts?.parent)] }, opts),
      );
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
    }
  }
}

/** Makes a former dynamic resource this one. A ready URN is several times faster than one that Pulumi composes. */
function dynamicAlias(type: string, name: string, parent: pulumi.Resource | undefined) {
  const token = dynamicTypeToken(type);
  return parent === undefined
    ? `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${token}::${name}`
    : { type: token };
}
