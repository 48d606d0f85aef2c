import assert from "node:assert/strict";
import { movedResources } from "pulumi-platform-cli/dist/apply/steps";
import { nameIn, typeIn } from "pulumi-platform-provider/contract";
import { urnOf } from "./comment/engineLines";
import { createdSchedule } from "./comment/parts";
import { previewOf } from "./comment/previews";

const name = "weekly::sales";
const type = "platform:index:ReportSchedule";

describe("a resource whose name contains ::", () => {
  const urn = urnOf(`my:index:Reports$${type}`, name);

  it("has this name and its own type in a URN", () => {
    assert.deepEqual([nameIn(urn), typeIn(urn)], [name, type]);
  });

  it("has this name in a preview, and so has its provider", () => {
    const providers = { "eu::west": { baseUrl: "https://eu.example.com" } };
    const step = { ...createdSchedule("Weekly"), name, provider: "eu::west" };
    const [change] = previewOf({ title: "", providers, steps: [step] }, "plugin").changes;
    assert.deepEqual(
      [change?.name, change?.instance?.name, change?.instance?.baseUrl],
      [name, "eu::west", "https://eu.example.com"],
    );
  });

  it("has this name where a plan no longer fits", () => {
    const step = { op: "update", hash: "1", fields: [] };
    const moved = movedResources({ [urn]: step }, { [urn]: { ...step, hash: "2" } });
    assert.deepEqual(moved, [`ReportSchedule "${name}": update, with other values`]);
  });
});
