import assert from "node:assert/strict";
import { z } from "zod";
import { anyId, anyText, textOrEmpty } from "../../../../provider/dist/definition/answers";
import { collection } from "../../../../provider/dist/definition/collection";
import type { Instance } from "../../../../provider/dist/platform/instance";
import type { Request } from "../../../../provider/dist/wire/request";

const path = "/terms/{term}";
const read = { path, title: "Fetch a term", method: "GET", source: "extended" } as const;
const write = { ...read, title: "Update a term", method: "PUT" } as const;
const terms = collection({
  noun: "term",
  inputs: z.strictObject({
    name: z.string(),
    meaning: z.string().optional(),
    isCopy: z.boolean().optional().meta({ programOnly: "create" }),
  }),
  answer: z
    .object({ id: anyId, name: anyText, meaning: textOrEmpty })
    .transform(({ id, ...live }) => ({ id, live })),
});
const program = { name: "Attrition", isCopy: true, adopt: "7" };

describe("the update of a collection", () => {
  let bodies: unknown[];
  const instance = {
    send({ body, answer, params }: Request<unknown>) {
      assert.deepEqual(params, { term: "7" });
      if (body !== undefined) bodies.push(body);
      return Promise.resolve(answer.parse({ id: 7, name: "Churn", meaning: "Set by hand" }));
    },
  } as unknown as Instance;
  beforeEach(() => (bodies = []));

  it("writes what the program says", async () => {
    await terms.update(write).run(instance, { id: "7", inputs: program });
    assert.deepEqual(bodies, [{ name: "Attrition" }]);
  });

  it("keeps what the program leaves to the instance, if it replaces the object", async () => {
    const { calls, run } = terms.update(write, read);
    await run(instance, { id: "7", inputs: program });
    assert.deepEqual(bodies, [{ name: "Attrition", meaning: "Set by hand" }]);
    assert.deepEqual(
      calls.map(({ route }) => route),
      [read, write],
    );
  });
});
