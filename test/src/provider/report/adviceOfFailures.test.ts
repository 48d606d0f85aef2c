import assert from "node:assert/strict";
import { resources } from "../../../../provider/dist/catalog";
import { ObjectsElsewhere } from "../../../../provider/dist/lifecycle/moves";
import { Configuration } from "../../../../provider/dist/plugin/configuration";
import { madeOnKey } from "../../../../provider/dist/state/bookkeeping";
import { InstanceIdentity } from "../../../../provider/dist/state/instanceIdentity";

const here = "https://one.example.com";

describe("the advice of a refused input", () => {
  it("is data where an argument of a provider is wrong", () => {
    const [failure] = new Configuration("mine", { baseUrl: here, token: "a b" }).failures();
    assert.deepEqual(failure?.advice?.[0]?.steps[0], {
      setting: "token",
      place: 'argument token of provider "mine"',
    });
  });

  it("is data where inputs have an id of another instance", () => {
    const [group, share] = ["Group", "DatasetShare"].map((name) =>
      resources.find((resource) => resource.name === name),
    );
    assert.ok(group !== undefined && share !== undefined);
    const elsewhere = new ObjectsElsewhere(new InstanceIdentity(here));
    elsewhere.note(group, "42", { name: "Sales", [madeOnKey]: "other.example.com" }, "r1");
    const permissions = [{ type: "GROUP", id: 42, accessLevel: "CAN_VIEW" }];
    const [failure] = elsewhere.failures(share, { datasetId: "d1", permissions }, undefined);
    assert.notEqual(failure?.advice?.length ?? 0, 0);
  });
});
