/** Whether this process is Pulumi's host of dynamic providers, which runs nothing but providers. */
const isHost = /[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/.test(require.main?.filename ?? "");

/** What that host is about to print. */
const expected = new Set<string>();
let isListening = false;

/**
 * An error that reads the same wherever Pulumi shows it: Pulumi prints the class and the stack of what a dynamic
 * provider throws. Its host prints the error too, after which the engine shows it again. Here only the engine shows it.
 */
export function withoutStack({ message }: Error): Error {
  if (isHost) {
    expected.add(`${message}: `);
    listen();
  }
  return Object.defineProperties(new Error(message), {
    name: { value: "" },
    stack: { value: "" },
  });
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const { error: print } = console;
  Object.assign(console, {
    error: (...texts: unknown[]) => {
      const [text] = texts;
      if (typeof text !== "string" || !expected.delete(text)) print(...texts);
    },
  });
}
