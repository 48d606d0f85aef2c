import { AsyncLocalStorage } from "node:async_hooks";

/** What the running request keeps. Each storage of Node slows every promise down, so all values share one. */
const current = new AsyncLocalStorage<ReadonlyMap<object, unknown>>();

/** A value of the running request, for all that runs in it. */
export class RequestStorage<Value> {
  run<Result>(value: Value, work: () => Result): Result {
    return current.run(new Map(current.getStore()).set(this, value), work);
  }

  get(): Value | undefined {
    return current.getStore()?.get(this) as Value | undefined;
  }
}

/** A function that runs in the request that is running now, whoever calls it later. */
export function inThisRequest<Args extends unknown[]>(
  work: (...args: Args) => void,
): (...args: Args) => void {
  const store = current.getStore();
  return store === undefined ? work : (...args) => current.run(store, work, ...args);
}
