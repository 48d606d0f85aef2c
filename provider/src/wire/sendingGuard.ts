import { RequestStorage } from "../requestStorage";

/** Fails if this process must not change the platform any more. */
export type SendingGuard = () => Promise<void>;

const current = new RequestStorage<SendingGuard>();

/** Runs `work`. The guard is called before each attempt of each write in it. */
export const guarded = <Result>(guard: SendingGuard, work: () => Promise<Result>) =>
  current.run(guard, work);

export const currentGuard = (): SendingGuard | undefined => current.get();
