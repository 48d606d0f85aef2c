import { AsyncLocalStorage } from "node:async_hooks";

/** Throws where this process must not change anything on the platform any more. */
export type SendingGuard = () => void;

const current = new AsyncLocalStorage<SendingGuard>();

/** Does some work; the guard is asked before each attempt of each request by which the work changes anything. */
export const guarded = <Result>(guard: SendingGuard, work: () => Promise<Result>) =>
  current.run(guard, work);

export const currentGuard = (): SendingGuard | undefined => current.getStore();
