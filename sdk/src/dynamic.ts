import { dynamicProviders } from "pulumi-platform-provider";

/**
 * What the `__provider` of every resource in a state loads: a provider by the name of each resource.
 * These names are in the states of users and stay for ever.
 */
export = dynamicProviders;
