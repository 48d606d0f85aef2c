// This module imports nothing, because the SDK loads it with every program.

/** The type token of a resource or function of the plugin. */
export const typeToken = (name: string): string => `platform:index:${name}`;

export const dynamicTypeToken = (name: string): string => `pulumi-nodejs:dynamic/platform:${name}`;
