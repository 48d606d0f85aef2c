import { z } from "zod";
import { openWord } from "../fields";

/** Who gets a report. */
export const recipient = z
  .strictObject({
    type: openWord("EMAIL", "USER", "GROUP").describe("Kind of recipient: `EMAIL` for an address."),
    value: z.string().min(1).describe("The e-mail address, or the id of the user or group."),
  })
  .check(({ value: { type, value }, issues }) => {
    if (type === "EMAIL" && !z.email().safeParse(value).success) {
      issues.push({
        code: "custom",
        input: value,
        path: ["value"],
        message: "is no e-mail address: use the form name@example.com",
      });
    }
  })
  .meta({ typeName: "ScheduleRecipient" });

export type Recipient = z.infer<typeof recipient>;
