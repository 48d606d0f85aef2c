/** Something that a command could not do. Its message is for the person who ran the command. */
export class Failure extends Error {}
