import { join, relative } from "node:path";
import { settingVariables } from "pulumi-platform-provider/contract";
import type { Values } from "pulumi-platform-provider/contract";
import { findProject, yamlIn, shortName } from "./project.js";
import { providerType } from "./resourceTypes.js";
import type { Deployment } from "./state.js";

/** The settings of a stack of the project in a folder, by their full names. */
export const stackSettings = (stack: string, folder?: string): Values =>
  settingsFile(stack, folder).config ?? {};

/** A setting of a stack. The environment has priority, as in the provider. */
export function settingOf(name: string, settings: Values): string | undefined {
  const value = process.env[settingVariables[name] ?? ""] || settings[`platform:${name}`];
  return typeof value === "string" ? value : undefined;
}

/** Whether a stack is muted, by its settings or by the last configuration of its provider. */
export const isMuted = (stack: string, { resources }: Deployment = {}, folder?: string): boolean =>
  stackSettings(stack, folder)["platform:mail"] === "muted" ||
  (resources ?? []).some(({ type, inputs }) => type === providerType && inputs?.mail === "muted");

/** The salt of a stack's key, which also checks the passphrase; undefined without a passphrase. */
export const saltOf = (stack: string): string | undefined => settingsFile(stack).encryptionsalt;

interface SettingsFile {
  config?: Values;
  encryptionsalt?: string;
}

const settingsFile = (stack: string, folder?: string): SettingsFile =>
  yamlIn(settingsPath(stack, folder));

/** Pulumi looks for the last part of a name with an organization. */
export const settingsName = (stack: string): string => `Pulumi.${shortName(stack)}.yaml`;

export const settingsPath = (stack: string, folder?: string): string =>
  join(relative(process.cwd(), findProject(folder)?.folder ?? ""), settingsName(stack));
