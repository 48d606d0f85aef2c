/** Whether this process is Pulumi's host of dynamic providers, which runs nothing but providers. */
const isHost = /[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/.test(require.main?.filename ?? "");

/** The messages that the host will print, some of them for several resources. */
const expected = new Set<string>();
let isListening = false;

/**
 * An error without class and stack, which Pulumi would print for errors of a dynamic provider. The host also prints
 * the error before the engine shows it. This hides the copy of the host.
 */
export function withoutStack(message: string): Error {
  if (isHost) {
    expected.add(`${message}: `);
    listen();
  }
  return Object.defineProperties(new Error(message), { name: { value: "" }, stack: { value: "" } });
}

function listen(): void {
  if (isListening) return;
  isListening = true;
  const { error: print } = console;
  Object.assign(console, {
    error: (...texts: unknown[]) => {
      const [text] = texts;
      if (typeof text !== "string" || !expected.has(text)) print(...texts);
    },
  });
}
