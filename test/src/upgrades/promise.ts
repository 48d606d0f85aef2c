/** What to do where this build does not work with what an earlier version left behind. */
export const mustStay = (version: string, what: string): string =>
  `This build does not work with ${what} of version ${version} as that version did. People upgrade with it, so let the code read the old form, too, and never change the recording (CONTRIBUTING.md, "Upgrades").`;
