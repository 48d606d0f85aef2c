/** What a provider reads from the environment of its process. */
const ours = /^(PLATFORM_(?!TEST_)|PULUMI_HOME$)/;

let current = "";
let users = 0;
let waiting: (() => void)[] = [];

/**
 * Runs something with these variables in the environment of this process, and no others that a provider reads.
 * What needs the same variables runs at the same time; the rest waits.
 */
export async function inEnvironment<Result>(
  variables: Record<string, string | undefined>,
  work: () => Promise<Result>,
): Promise<Result> {
  const wanted = Object.entries(variables)
    .filter(([name, value]) => ours.test(name) && value !== undefined)
    .sort();
  const key = JSON.stringify(wanted);
  while (users > 0 && key !== current) await new Promise<void>((resolve) => waiting.push(resolve));
  if (users++ === 0) {
    current = key;
    for (const name of Object.keys(process.env)) {
      if (ours.test(name)) Reflect.deleteProperty(process.env, name);
    }
    Object.assign(process.env, Object.fromEntries(wanted));
  }
  try {
    return await work();
  } finally {
    if (--users === 0) {
      const all = waiting;
      waiting = [];
      for (const wake of all) wake();
    }
  }
}
