import assert from "node:assert/strict";
import { email, weekly } from "./parts";
import { commentOn } from "./previews";

describe("a list in the comment of a pull request", () => {
  it("shows only what differs in meaning: an address can be written in several ways", () => {
    const recipients = (...addresses: string[]) =>
      weekly({ additionalRecipients: email(...addresses) });
    const { markdown } = commentOn(
      {
        title: "",
        environment: { PLATFORM_OPERATIONS: "extended" },
        steps: [
          {
            ...{ op: "update", type: "ReportSchedule", name: "weekly", id: "1" },
            old: recipients("Sales@Example.com"),
            next: recipients("sales@example.com", "new@example.com"),
            detailedDiff: ["schedule.additionalRecipients"],
          },
        ],
        options: { showAddresses: true },
      },
      "plugin",
    );
    const changes = markdown.slice(markdown.indexOf("### Changes"));
    assert.match(
      changes,
      /<td><\/td><td><code>EMAIL new&#64;example\.com<\/code><br>1 as before<\/td>/,
    );
    assert.doesNotMatch(changes, /sales&#64;/i);
  });
});
