// The floor of dynamic resources: a provider that does nothing, or only makes and deletes objects. Pulumi serializes it
// into the state of every resource.
const { readFileSync } = require("node:fs");
const pulumi = require("@pulumi/pulumi");

const nothing = {
  async create(inputs) {
    const work = process.env.FLOOR_WORK && require(process.env.FLOOR_WORK);
    return { id: (await work?.create(inputs)) ?? inputs.title, outs: inputs };
  },
  async delete(id) {
    const work = process.env.FLOOR_WORK && require(process.env.FLOOR_WORK);
    await work?.remove(id);
  },
};

class ReportSchedule extends pulumi.dynamic.Resource {
  constructor(name, args, opts) {
    super(nothing, name, args, opts);
  }
}

const { resources } = JSON.parse(readFileSync("resources.json", "utf8"));
for (const { name, args } of resources) new ReportSchedule(name, args);
