import assert from "node:assert/strict";
import { startSimulator } from "pulumi-platform-simulator";
import type { Simulator } from "pulumi-platform-simulator";
import { weekly } from "../engine/stacks/declarations";
import { stackOn } from "../engine/stacks/hosted";
import { freePort } from "../gitops/processes";
import { s3Credentials } from "../harness/journalServers";
import { accessTo, apply } from "./stack";

// An archive of the plugin has the clients of the stores in files of their own.
describe("the plugin with a journal in a store", () => {
  let platform: Simulator;

  before(async () => void (platform = await startSimulator({ profile: "extended" })));
  after(() => platform.close());

  const addresses: Record<string, (port: number) => string> = {
    PostgreSQL: (port) => `postgres://tester@127.0.0.1:${port}/journal?sslmode=disable`,
    S3: (port) => `s3://journal?endpoint=127.0.0.1:${port}&region=us-east-1&disableSSL=true`,
  };
  for (const [name, addressAt] of Object.entries(addresses)) {
    it(`opens it with the client of ${name}, and changes nothing when the store is away`, async () => {
      const stack = await stackOn("plugin", {
        ...accessTo(platform),
        ...s3Credentials,
        PLATFORM_OPERATIONS: "extended",
        PLATFORM_JOURNAL: addressAt(await freePort()),
      });
      try {
        await stack.ok("config", "set", "--plaintext", "platform:writeDeadlineSeconds", "1");
        stack.declare([weekly()]);
        const { code, errors } = await stack.told("up", ...apply);
        assert.notEqual(code, 0);
        assert.match([...errors.values()].join("\n"), /ECONNREFUSED.*\[journal_unusable\]/s);
        assert.deepEqual(
          platform.calls.filter(({ method }) => method === "POST"),
          [],
        );
      } finally {
        stack.remove();
      }
    });
  }
});
