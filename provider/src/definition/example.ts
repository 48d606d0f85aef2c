/** One use of a resource or function, which its page and the SDKs show in every language. */
export interface Example {
  /** Name of the resource, or of the variable that holds the result of the function. */
  name: string;
  args: Readonly<Record<string, unknown>>;
  /** The paths of outputs or results that the program exports, by the names of the exports. */
  exports?: Readonly<Record<string, string>>;
  /** An id that such an object can have, also for the import command. */
  importId?: string;
  /** What the platform answers: outputs, or the result. Pulumi's mocks answer the same in unit tests. */
  answer?: Readonly<Record<string, unknown>>;
  /** Further outputs, by the argument without which the platform does not answer them. */
  answerWith?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
