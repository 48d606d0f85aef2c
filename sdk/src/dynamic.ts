import { dynamicProviders } from "pulumi-platform-provider";

/**
 * The dynamic providers by the names of their resources. The code in `__provider` of every state loads them, so these
 * names never change.
 */
export = dynamicProviders;
