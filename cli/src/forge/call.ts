/** How long a forge is waited for. */
export interface Waits {
  /** How long one request can take. */
  deadlineMs: number;
  /** How long after a failure the request is sent again. Each further wait is twice as long. */
  delayMs: number;
  /** The longest wait that a forge can ask for. */
  longestWaitMs: number;
  attempts: number;
}

/** How to reach the API of a forge. */
export interface Access {
  forge: string;
  /** The address of the API, without a slash at its end. */
  url: string;
  /** The variable that holds the address. */
  urlVariable: string;
  token: string;
  tokenVariable: string;
  headers: Readonly<Record<string, string>>;
  /** Shorter in tests. */
  waits?: Partial<Waits>;
}

export interface Call {
  /** The operation, as in "Could not …". */
  operation: string;
  /** The right that the token needs, for the message about a 403. */
  permission: string;
}
