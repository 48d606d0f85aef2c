/** What is wrong, and what to do, where this version does not work with what an earlier one left behind. */
export const mustStay = (version: string, what: string): string =>
  `This build does not treat ${what} of version ${version} as ${version} did. People upgrade with such stacks, so a recording never changes: read the old form, too (CONTRIBUTING.md, "Upgrades").`;
