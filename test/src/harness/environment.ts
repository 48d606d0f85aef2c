/** What a provider reads from the environment of its process. */
const ours = /^(PLATFORM_(?!TEST_)|PULUMI_(HOME|SKIP_CHECKPOINTS)$)/;

let current = "";
/** What the process had of them before. */
let own: NodeJS.ProcessEnv = {};
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
    own = replaceOurs(Object.fromEntries(wanted));
  }
  try {
    return await work();
  } finally {
    if (--users === 0) {
      replaceOurs(own);
      const all = waiting;
      waiting = [];
      for (const wake of all) wake();
    }
  }
}

/** Puts variables in the place of all that a provider reads; returns those. */
function replaceOurs(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const replaced = Object.entries(process.env).filter(([name]) => ours.test(name));
  for (const [name] of replaced) Reflect.deleteProperty(process.env, name);
  Object.assign(process.env, variables);
  return Object.fromEntries(replaced);
}
