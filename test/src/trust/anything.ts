import fc from "fast-check";

/** Names that the platform's answers, the journal and the settings use: at random they would not be met. */
const names = fc.constantFrom(
  ...[
    "id",
    "groupId",
    "title",
    "name",
    "type",
    "groupType",
    "schedule",
    "message",
    "status",
    "toe",
  ],
  ...["ownerId", "owner", "pageId", "viewId", "reportViewId", "recipients", "automated"],
  ...["phase", "content", "before", "sentAt", "outcome", "pid", "started"],
  ...["__proto__", "constructor", "toString", "length", "then"],
);

const scalar = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    2 ** 53,
    1e308,
    "",
    "1",
    "sending",
    "done",
    "\u0000",
  ),
  fc.integer(),
  fc.string({ maxLength: 20 }),
);

const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.string({ maxLength: 5 })), tie("value"), { maxKeys: 5 }),
  ),
}));

/** Any JSON value, rather one with the platform's own names than one with others. */
export const anyJson = value;

/** Something close to what the platform answers: often right, now and then with a field of another kind. */
const id = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }) }, anyJson);
const title = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("Weekly sales", "Analysts") },
  anyJson,
);
const nearly = fc.array(
  fc.record(
    {
      ...{ id, groupId: id, ownerId: id, reportViewId: id, pageId: id, title, name: title },
      ...{ owner: anyJson, recipientCount: anyJson, recipients: anyJson, automated: anyJson },
      schedule: fc.oneof(
        anyJson,
        fc.record({ hourOfDay: anyJson, daysToRun: anyJson, enabled: anyJson, timezone: anyJson }),
      ),
    },
    { requiredKeys: ["id", "groupId"] },
  ),
  { maxLength: 3 },
);

/** Any text that a server may send or a file may hold: JSON, a part of it, a page, or something else. */
export const anyText = fc.oneof(
  anyJson.map((json) => JSON.stringify(json)),
  nearly.map((items) => JSON.stringify(items)),
  nearly.map((items) => JSON.stringify(items[0] ?? null)),
  fc.tuple(anyJson, fc.nat(60)).map(([json, length]) => JSON.stringify(json).slice(0, length)),
  fc.string({ maxLength: 40 }).map((text) => `<!DOCTYPE html><html>${text}</html>`),
  fc.constantFrom(
    "",
    " ",
    "null",
    "[",
    "{}",
    "[]",
    "[{}]",
    "[null]",
    "1e999",
    '{"id":1e400}',
    "\ufeff{}",
  ),
  fc.integer({ min: 1, max: 400 }).map((depth) => "[".repeat(depth) + "]".repeat(depth)),
  fc.string({ maxLength: 40 }),
);
