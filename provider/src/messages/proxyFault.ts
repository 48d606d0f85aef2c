/** A proxy, for messages. */
export interface Proxy {
  variable: string;
  /** Its address without user name and password. */
  origin: string;
  hasPassword: boolean;
}

/** A proxy opened no connection, so the platform got nothing. */
export class ProxyFault extends Error {
  readonly code = "ERR_PROXY";

  constructor(
    readonly proxy: Proxy,
    /** Why it did not: an error of the connection to the proxy, or the status of its answer. */
    readonly reason: Error | { status: number; schemes?: string },
  ) {
    super(reason instanceof Error ? reason.message : `CONNECT got ${reason.status}`);
  }
}
