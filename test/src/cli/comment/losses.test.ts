import assert from "node:assert/strict";
import { people } from "../../fixtures/groupMembers/inputs";
import { same, weekly, dataset, share } from "./parts";
import { commentOn } from "./previews";

const deleted = ["a", "b", "c"].map((name, at) => ({
  ...{ op: "delete", type: "ReportSchedule", name, id: `${at + 1}` },
  old: weekly({}, at === 2 ? "Other" : "Index"),
}));

describe("objects with the same title in the comment of a pull request", () => {
  const environment = { PLATFORM_OPERATIONS: "extended" };
  const { markdown } = commentOn({ title: "", environment, steps: deleted }, "plugin");

  it("count each, under one name", () => {
    assert.match(
      markdown,
      /3 schedules stop e-mailing<\/strong>: <code>report schedule &#34;Index&#34; &#40;2&#41;<\/code>, <code>report schedule &#34;Other&#34;<\/code>/,
    );
    assert.match(markdown, /1 recipient no longer gets a report/);
  });

  it("have rows that name their resources", () => {
    assert.deepEqual(
      [...markdown.matchAll(/<td>delete<\/td><td><code>(.*?)<\/code>/g)].map(([, row]) => row),
      [
        "report schedule &#34;Index&#34; &#40;resource a&#41;",
        "report schedule &#34;Index&#34; &#40;resource b&#41;",
        "report schedule &#34;Other&#34;",
      ],
    );
  });
});

describe("a group that loses members in the comment of a pull request", () => {
  const crew = (groupId: string, ...members: string[]) => ({
    groupId,
    members: people(...members),
  });
  const { markdown } = commentOn(
    {
      title: "",
      environment: { PLATFORM_OPERATIONS: "extended" },
      steps: [
        same("Group", "sales", "7", { name: "Sales $&", type: "closed" }),
        {
          ...{ op: "update", type: "GroupMembers", name: "crew", id: "7" },
          old: { ...crew("7", "USER 1", "USER 2", "USER 3"), owners: people("USER 9") },
          next: crew("7", "USER 1"),
          detailedDiff: ["members", "owners"],
        },
        { op: "delete", type: "GroupMembers", name: "no", id: "8", old: crew("8", "USER 4") },
      ],
    },
    "plugin",
  );
  const sales = "group &#34;Sales &#36;&#38;&#34; &#40;id 7&#41;";

  it("has its name, if the stack has the group", () => {
    assert.ok(markdown.includes(`<td>update</td><td><code>membership of ${sales}</code>`));
    assert.ok(markdown.includes("<td>delete</td><td><code>membership of group 8</code>"));
    assert.ok(
      markdown.includes(
        `<strong>2 groups lose 3 members</strong>, <code>${sales}</code>, <code>group 8</code>: <code>user 2</code>`,
      ),
      markdown,
    );
    assert.ok(
      markdown.includes(
        `<strong>1 group loses 1 owner</strong>, <code>${sales}</code>: <code>user 9</code>`,
      ),
    );
  });
});

describe("members of a group that only get another resource in the comment of a pull request", () => {
  const members = { groupId: "7", members: people("USER 1") };
  const { markdown } = commentOn(
    {
      title: "",
      environment: { PLATFORM_OPERATIONS: "extended" },
      steps: [
        same(
          "ReportSchedule",
          "weekly",
          "1",
          weekly({ additionalRecipients: [{ type: "GROUP", value: "7" }] }),
        ),
        { op: "delete", type: "GroupMembers", name: "crew", id: "7", old: members },
        { op: "create", type: "GroupMembers", name: "team", next: members },
      ],
    },
    "plugin",
  );

  it("neither get nor lose anything", () => {
    assert.doesNotMatch(markdown, /lose|will also|get access/);
  });
});

describe("a member who leaves a group whose access changes in the same run", () => {
  const view = share("GROUP 7 CAN_VIEW");
  const crew = (...words: string[]) => ({ groupId: "7", members: people(...words) });
  const accessOf = (old?: object) => {
    const { markdown } = commentOn(
      {
        title: "",
        environment: { PLATFORM_OPERATIONS: "extended" },
        steps: [
          {
            ...{ op: old ? "update" : "create", type: "DatasetShare", name: "orders" },
            ...(old && { id: dataset, old: { ...old } }),
            next: share("GROUP 7 CAN_EDIT"),
            detailedDiff: ["permissions"],
          },
          {
            ...{ op: "update", type: "GroupMembers", name: "crew", id: "7" },
            ...{ old: crew("USER 1", "USER 2"), next: crew("USER 1") },
            detailedDiff: ["members"],
          },
        ],
      },
      "plugin",
    );
    return /lose access<\/strong>: <code>user 2 &#40;CAN&#95;(\w+)/.exec(markdown)?.[1];
  };

  it("loses the level from before, and nothing that the group only gets", () => {
    assert.equal(accessOf(view), "VIEW");
    assert.equal(accessOf(), undefined);
  });
});
