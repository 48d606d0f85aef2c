/** Something that a command could not do. Its lines are for the person who ran the command. */
export class Failure extends Error {
  readonly lines: readonly string[];

  constructor(...lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}
