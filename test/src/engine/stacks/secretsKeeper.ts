import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** The secrets provider of stacks in tests, for `stack init`. */
export const secretsProvider = "--secrets-provider=hashivault://test";

let started: Promise<Record<string, string>> | undefined;

/**
 * Settings with which the engine asks a vault of this process for the key of a stack. The vault "encrypts" by returning
 * its input. Every command computes a key from a passphrase again, which takes a quarter of a second.
 */
export function secretsKeeper(): Promise<Record<string, string>> {
  return (started ??= start());
}

async function start(): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const { plaintext, ciphertext } = body as { plaintext?: string; ciphertext?: string };
      response.end(JSON.stringify({ data: { plaintext: ciphertext, ciphertext: plaintext } }));
    });
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "none" };
}
