import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";

/** The users whose tokens a life has, in the order of the tokens. */
export const users = [1_000_001, 1_000_002, 6_789_456_782];

/** The simulators are started once for each place where lives are lived. */
export class Place {
  #lives = 0;
  /** How often the token of a user was rotated. */
  #rotations: number[] = [];

  private constructor(readonly platforms: readonly Simulator[]) {}

  static async open(): Promise<Place> {
    const platforms = [];
    for (let n = 0; n < 2; n++) platforms.push(await startSimulator({ profile: "extended" }));
    return new Place(platforms);
  }

  /** The token of a user in this life: a late request of an earlier life is refused. */
  token(n: number): string {
    return `token-${this.#lives}-${n}${".".repeat(this.#rotations[n] ?? 0)}`;
  }

  /** Revokes the token of a user, who gets another one. */
  rotate(n: number): void {
    const old = this.token(n);
    this.#rotations[n] = (this.#rotations[n] ?? 0) + 1;
    for (const { state } of this.platforms) {
      const { [old]: user = users[n] ?? 0, ...others } = state.tokens;
      state.tokens = { ...others, [this.token(n)]: user };
    }
  }

  /** As every life begins: its users, and no faults. */
  reset(): void {
    this.#lives++;
    this.#rotations = [];
    for (const platform of this.platforms) {
      platform.reset();
      platform.state.users.push({
        id: 1_000_002,
        displayName: "Other",
        emailAddress: "other@example.com",
      });
      users.forEach((user, n) => (platform.state.tokens[this.token(n)] = user));
    }
    // No two instances give the same ids.
    const [, second] = this.platforms;
    if (second)
      Object.assign(second.state.lastIds, { schedule: 8_000_000_000, group: 9_000_000_000 });
  }

  clearFaults(): void {
    for (const platform of this.platforms) platform.clearFaults();
  }

  async close(): Promise<void> {
    for (const platform of this.platforms) await platform.close();
  }
}
