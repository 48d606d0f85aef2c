import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compile } from "./compile";

const program = (text: string) => `import * as pulumi from "@pulumi/pulumi";
import * as platform from "pulumi-platform";
declare const word: pulumi.Output<string>;
declare const whole: pulumi.Output<number>;
declare const flag: pulumi.Output<boolean>;
declare const timing: platform.ScheduleArgs;
${text}
`;

const timing = `{ frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8, minOfHour: 0, enabled: true }`;
const good: Record<string, string> = {
  "all required fields": `new platform.ReportSchedule("r", {
    title: "T", pageId: 1, viewId: 2, attachmentInclude: true, schedule: ${timing} });
    new platform.Group("g", { name: "A", type: "open" });
    new platform.ScheduledReportEmails("m", { enabled: true });`,
  "an Output in every place of a schedule": `new platform.ReportSchedule("r", {
    title: word, pageId: whole, viewId: whole, attachmentInclude: flag,
    schedule: { frequency: word, daysToRun: word, hourOfDay: whole, minOfHour: whole, timezone: word,
      enabled: flag, additionalRecipients: [{ type: word, value: word }] },
  });`,
  "an Output of an object or a list": `
    new platform.ReportSchedule("r", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: pulumi.output(${timing}) });
    new platform.ReportSchedule("s", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: { ...timing, additionalRecipients: pulumi.output([{ type: "EMAIL", value: "a@b.c" }]) } });`,
  "a promise": `new platform.Group("g", { name: Promise.resolve("Analysts"), type: "open" });`,
  "an open word with any string": `
    new platform.Group("g", { name: "A", type: "elastic" });
    new platform.ReportSchedule("r", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: { ...timing, frequency: "FORTNIGHTLY" } });
    platform.getReportSchedules({ filter: "TEAM" });`,
  "Outputs for the arguments of a function": `
    platform.getReportSchedulesOutput({ title: word, limit: whole, ascending: flag, filter: word });
    const ids: pulumi.Output<string[]> = platform.getRolesOutput().roles
      .apply((roles) => roles.map(({ id }) => id));`,
  "outputs of a resource as inputs of another": `
    const group = new platform.Group("g", { name: "A", type: "open" });
    new platform.Group("h", { name: group.name, description: group.id, type: group.type });`,
  "a schema of schemas, with Outputs in every place": `
    declare const schema: platform.ParameterSchema;
    platform.generateText({ input: "I", responseFormat: { type: "json", schema: {
      type: "object", required: ["a"], properties: {
        a: { type: "array", description: "A", items: schema },
        b: { type: "anyOf", description: "B", anyOf: [{ type: "null", description: "N" }, schema] },
        c: { type: "object", properties: { d: { type: "integer", description: "D", enum: [1] } } },
      } } } });
    new platform.TextGeneration("t", { input: word, temperature: whole, parameters: { a: word },
      modelConfiguration: { stop: [word] }, responseFormat: { type: word, schema: {
        type: "object", title: word, properties: {
          a: { type: "array", description: word, items: { type: "string", description: word, minLength: whole } },
          b: pulumi.output({ type: "boolean" as const, description: "B" }),
        } } } });`,
  "what a schema holds by its kind": `
    declare const schema: platform.ParameterSchema;
    if (schema.type === "integer") { const least: number | undefined = schema.minimum; }
    if (schema.type === "array" && schema.items?.type === "object") {
      const inner: { [name: string]: platform.ParameterSchema } = schema.items.properties;
    }`,
  "a text that is generated": `
    platform.generateText({ input: "I", callInPreview: true }).then(({ output, modelProviderUsage }) => {
      const text: string = output;
      const tokens: number | undefined = modelProviderUsage?.totalTokens;
    });
    const kept: pulumi.Output<string | undefined> = new platform.TextGeneration("t", { input: "I" }).output;`,
  "bounds of any type, and partitions of any fields": `
    platform.searchPartitionsOutput({ datasetId: word, paginationFields: [
      { fieldName: word, sortOrder: "RANDOM", filterValues: { MIN: null, MAX: whole } },
      { fieldName: "a", filterValues: { MIN: "a", MAX: true } },
    ] }).partitions.apply(([first]) => {
      const id: unknown = first?.partitionId;
      const rows: unknown = first?.rowCount;
    });`,
  "a role, a group, a file and workflows": `
    const name: pulumi.Output<string> = platform.getRoleOutput({ id: word }).name;
    const members: pulumi.Output<string[]> = platform.getGroupOutput({ id: word })
      .apply(({ userIds = [] }) => userIds);
    const size: pulumi.Output<number> = platform.getFileMetadataOutput({ filesetId: word, fileId: word })
      .apply((file) => file.size ?? 0);
    const flows: pulumi.Output<{ [name: string]: unknown }[]> = platform.getWorkflowsOutput().workflows;`,
  "ids of one answer as the next arguments": `
    platform.getReportSchedulesOutput().schedules.apply(([one]) =>
      new platform.ReportSchedule("s", { title: word, pageId: one?.pageId ?? 0, viewId: one?.reportViewId ?? 0,
        schedule: { frequency: word, hourOfDay: 1, minOfHour: 1, enabled: true } }));
    platform.getGroupOutput({ id: word }).apply(({ userIds = [] }) =>
      new platform.ReportNotification("n", { scheduleId: word, recipients: userIds.map((userId) => ({ userId })) }));`,
  "other fields of a row": `
    const other: pulumi.Output<unknown> = platform.getRoleOutput({ id: word }).apply(({ otherFields }) => otherFields?.x);`,
  "optional outputs": `
    declare const r: platform.ReportSchedule;
    const next: pulumi.Output<number | undefined> = r.nextRunDate;
    const hour: pulumi.Output<number> = r.schedule.hourOfDay;`,
};

const bad: Record<string, [string, RegExp]> = {
  "an unknown property": [
    `new platform.Group("g", { name: "A", type: "open", colour: "red" });`,
    /'colour' does not exist in type 'GroupArgs'/,
  ],
  "an unknown property in depth": [
    `new platform.ReportSchedule("r", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: { ...timing, hour: 1 } });`,
    /'hour' does not exist in type/,
  ],
  "a number for a string": [
    `new platform.Group("g", { name: 1, type: "open" });`,
    /Type 'number' is not assignable to type 'Input<string>'/,
  ],
  "an Output of another type": [
    `new platform.Group("g", { name: whole, type: "open" });`,
    /'Output(Instance)?<number>' is not assignable to type 'Input<string>'/,
  ],
  "a string for an hour": [
    `new platform.ReportSchedule("r", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: { ...timing, hourOfDay: "8" } });`,
    /Type 'string' is not assignable to type 'Input<number>'/,
  ],
  "a missing field": [
    `new platform.Group("g", { name: "A" });`,
    /Property 'type' is missing in type .* but required in type 'GroupArgs'/,
  ],
  "a missing field in depth": [
    `new platform.ReportSchedule("r", { title: "T", pageId: 1, viewId: 2, attachmentInclude: true,
      schedule: { frequency: "WEEKLY", daysToRun: "MON", hourOfDay: 8, minOfHour: 0 } });`,
    /Property 'enabled' is missing in type/,
  ],
  "missing arguments": [`new platform.ScheduledReportEmails("m");`, /Expected 2-3 arguments/],
  "a closed word": [
    `new platform.ScheduledReportEmails("m", { enabled: true, onDelete: "forget" });`,
    /Type '"forget"' is not assignable to type 'Input<"keep" \| "enable" \| "disable">/,
  ],
  "an unknown argument of a function": [
    `platform.getReportSchedules({ sort: "title" });`,
    /'sort' does not exist in type 'GetReportSchedulesArgs'/,
  ],
  "an argument of a function that takes none": [
    `platform.getRoles({ name: "Admin" });`,
    /'name' does not exist in type 'GetRolesArgs'/,
  ],
  "an Output where only a plain value helps": [
    `platform.getReportSchedules({ title: word });`,
    /'Output(Instance)?<string>' is not assignable to type 'string \| undefined'/,
  ],
  "an unknown kind of a schema": [
    `platform.generateText({ input: "I", responseFormat: { type: "json", schema: {
      type: "object", properties: { a: { type: "date", description: "A" } } } } });`,
    /Type '"date"' is not assignable to type .*"array".*"anyOf"/,
  ],
  "a field that this kind of a schema has not": [
    `platform.generateText({ input: "I", responseFormat: { type: "json", schema: {
      type: "object", properties: { a: { type: "string", description: "A", minimum: 1 } } } } });`,
    /'minimum' does not exist in type 'StringParameterSchema'/,
  ],
  "the same in a resource": [
    `new platform.TextGeneration("t", { input: "I", responseFormat: { type: "json", schema: {
      type: "object", properties: { a: { type: "string", description: word, minimum: 1 } } } } });`,
    /'minimum' does not exist in type .*StringParameterSchemaArgs/,
  ],
  "a node without a description": [
    `platform.generateText({ input: "I", responseFormat: { type: "json", schema: {
      type: "object", properties: { a: { type: "string" } } } } });`,
    /Property 'description' is missing in type .* but required in type 'StringParameterSchema'/,
  ],
  "a schema that is no object at its root": [
    `platform.generateText({ input: "I", responseFormat: { type: "json", schema: {
      type: "array", description: "A" } } });`,
    /Type '"array"' is not assignable to type '"object"'/,
  ],
  "a page id that is no number or text": [
    `new platform.ReportSchedule("s", { title: word, pageId: true, viewId: "1", schedule: {
      frequency: word, hourOfDay: 1, minOfHour: 1, enabled: true } });`,
    /Type 'boolean' is not assignable to type 'Input<string \| number>'/,
  ],
  "callInPreview where it costs nothing": [
    `platform.getRoles({ callInPreview: true });`,
    /'callInPreview' does not exist in type 'GetRolesArgs'/,
  ],
  "an assignment to an output": [
    `declare const g: platform.Group; g.name = word;`,
    /Cannot assign to 'name' because it is a read-only property/,
  ],
};

describe("the types of the SDK", () => {
  it("hold no any, and mark what is deprecated", () => {
    const folder = join(__dirname, "..", "..", "..", "sdk", "src");
    const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(folder, file), "utf8"));
    const code = sources.join("\n").replaceAll(/\/\*\*[^]*?\*\//g, "");
    assert.deepEqual(code.match(/: any\b|<any>|any\[\]/g), null);
    const marked =
      /\* Choices of the model\. Use `output` instead\.\n\s*\* @deprecated\n\s*\*\/\n\s*(declare readonly )?choices/;
    assert.equal(
      sources.filter((text) => marked.test(text)).length,
      3,
      "result of the function, and resource through either entry",
    );
  });

  let said: Record<string, string[]>;
  before(function () {
    this.timeout(120_000);
    const programs = {
      ...good,
      ...Object.fromEntries(Object.entries(bad).map(([k, [v]]) => [k, v])),
    };
    said = compile(Object.fromEntries(Object.entries(programs).map(([k, v]) => [k, program(v)])));
  });

  for (const what of Object.keys(good)) {
    it(`take ${what}`, () => assert.deepEqual(said[what], []));
  }
  for (const [what, [, expected]] of Object.entries(bad)) {
    it(`refuse ${what}`, () => {
      assert.equal(said[what]?.length, 1, said[what]?.join("\n"));
      assert.match(said[what][0] ?? "", expected);
    });
  }
});
