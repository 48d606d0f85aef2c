import assert from "node:assert/strict";
import type { Advice } from "../../../provider/dist/messages/advice";
import { adviceText } from "../../../provider/dist/messages/adviceText";
import { PlatformError } from "../../../provider/dist/messages/errors";

const extended = { setting: "operations", value: "extended" } as const;
const refresh = { run: ["pulumi", "refresh"] } as const;
const again = { again: "command" } as const;

describe("the text of advice", () => {
  const rendered: [string, Advice, string][] = [
    ["nothing to do is empty", [], ""],
    [
      "one way is a sentence, with its steps in their order",
      [{ steps: [{ instance: "change" }, refresh] }],
      "Change it on the instance, then run `pulumi refresh`.",
    ],
    [
      "a command that follows a command at the end is named alone",
      [{ steps: [extended, refresh] }],
      "Run `pulumi config set platform:operations extended`, then `pulumi refresh`.",
    ],
    [
      "a way has its condition, its aim and what follows from it",
      [
        { when: "renamed", steps: [{ program: "option", option: "aliases" }] },
        { to: "duplicate", steps: [{ program: "set", path: "allowDuplicate", value: true }] },
        { steps: [extended], note: "The update then changes title." },
      ],
      `Options:
  1. If you renamed the resource in the program, or gave it another parent, set its resource option \`aliases\`.
  2. To create another one, write \`allowDuplicate: true\` in the program.
  3. Run \`pulumi config set platform:operations extended\`. The update then changes title.`,
    ],
    [
      "lines for the program, and what is done to several properties, are one step",
      [
        {
          steps: [
            { program: "set", path: "title", value: "A" },
            { program: "set", path: "schedule.hourOfDay", value: 8 },
            { instance: "changeBack", path: "pageId", value: 1 },
            { instance: "changeBack", path: "viewId", value: 2 },
          ],
        },
      ],
      'Write `title: "A"`, `schedule.hourOfDay: 8` in the program, then change the object back on the instance.',
    ],
    [
      "short ways are one sentence, and the step that all end with is named once",
      [{ steps: [{ process: "wait" }, again] }, { steps: [{ process: "end" }, again] }],
      "Wait until that process ends, or end it. Then run the command again.",
    ],
    [
      "several checks are one list",
      [{ steps: [{ check: ["exists", "visible", "address"], place: "PLATFORM_BASE_URL" }] }],
      "Check that the object exists, that the user of the token can see it, and that PLATFORM_BASE_URL is correct.",
    ],
  ];
  for (const [what, advice, text] of rendered) {
    it(`shows how ${what}`, () => assert.equal(adviceText(advice), text));
  }

  it("is sentences in a line that is counted", () => {
    const advice: Advice = [
      { when: "sameInstance", steps: [refresh] },
      { when: "otherInstance", steps: [{ setting: "baseUrl" }] },
    ];
    assert.equal(
      adviceText(advice, "sentences"),
      "If that is the same instance under a new address, run `pulumi refresh`. If that is another instance, restore the old address.",
    );
  });

  it("quotes what a shell would take apart, and shows no address of a person", () => {
    const title = "it's for ann@example.com";
    const quoted = process.platform === "win32" ? '"a b"' : "'a b'";
    assert.equal(
      adviceText([{ steps: [{ run: ["chmod", "700", "a b"] }] }]),
      `Run \`chmod 700 ${quoted}\`.`,
    );
    assert.equal(
      adviceText([{ steps: [{ program: "set", path: "title", value: title }] }]),
      "Set `title` in the program to the value of the instance.",
    );
  });

  it("stands in an error after what failed and why, and before the trace and the code", () => {
    const { message } = new PlatformError({
      code: "unknown_state",
      operation: "find it",
      detail: "the list is empty",
      note: "Another instance proves nothing.",
      advice: [{ steps: [again] }],
      traceId: "T1",
    });
    assert.equal(
      message,
      "Could not find it: the list is empty. Another instance proves nothing. Run the command again. (trace T1) [unknown_state]",
    );
  });
});
