import { analysts, certified, monthly, orders, weekly } from "../../engine/stacks/declarations";
import { up, refresh, destroy, preview, announce, titled, named, opted, urnIn } from "./lifeParts";
import type { Life } from "./lifeParts";

/** Lives of what a command and a resource can say. */

export const targets: Life = (entry) => {
  const [one, other] = [
    urnIn(entry)("ReportSchedule", "weekly"),
    urnIn(entry)("ReportSchedule", "monthly"),
  ];
  const both = (a: string, b: string) => [titled(weekly(), a), titled(monthly(), b)];
  return [
    {
      program: [weekly(), monthly(), analysts(), announce("a")],
      command: [...up, "--target", one],
    },
    { command: up },
    {
      program: [...both("A", "B"), analysts(), announce("c")],
      command: [...up, "--target", one, "--target-dependents"],
    },
    { program: [...both("A2", "B2"), announce("d")], command: [...up, "--exclude", one] },
    { command: [...up, "--replace", one] },
    { command: [...refresh, "--target", one] },
    { command: [...destroy, "--target", one] },
    { command: [...destroy, "--target", one, "--target-dependents"] },
    { command: [...destroy, "--exclude", other] },
    { command: [...up, "--target", "urn:pulumi:test::program::x:y:z::nobody"] },
  ];
};

export const replaceAll: Life = () => [
  { program: [weekly(), monthly()], command: up },
  { command: [...up, "--replace", "**"] },
  { command: up },
];

export const resourceOptions: Life = (entry) => {
  const dependent = opted(orders(), { dependsOn: ["analysts"] });
  const component = "urn:pulumi:test::program::test:index:Component::team";
  const timeouts = { create: "5m", update: "30s" };
  return [
    {
      program: [
        opted(weekly(), { protect: true }),
        opted(analysts(), { retainOnDelete: true, customTimeouts: timeouts }),
        dependent,
        opted(monthly(), { parent: "team" }),
        opted(certified(), { parent: "weekly" }),
      ],
      command: up,
    },
    { command: up },
    {
      program: [
        opted(titled(weekly(), "Ignored"), { ignoreChanges: ["title"] }),
        ...[analysts(), dependent],
        opted(monthly(), { parent: "team" }),
        opted(certified(), { parent: "weekly", protect: false }),
      ],
      command: up,
    },
    {
      program: [
        opted(titled(weekly(), "Replaced"), { replaceOnChanges: ["title"] }),
        ...[opted(analysts(), { replacementTrigger: "one" }), dependent],
        opted(monthly(), { aliases: [{ parent: component }] }),
        certified(),
      ],
      command: preview,
    },
    { command: up },
    {
      program: [
        opted(named(weekly(), "renamed"), {
          aliases: [{ name: "weekly" }],
          deleteBeforeReplace: true,
          replaceOnChanges: ["title"],
        }),
        ...[opted(analysts(), { replacementTrigger: "two" }), dependent, monthly()],
      ],
      command: up,
    },
    {
      program: [
        named(weekly(), "renamed"),
        opted(analysts(), { replacementTrigger: "two", retainOnDelete: true }),
      ],
      command: up,
    },
    {
      program: [
        opted(named(weekly(), "again"), {
          aliases: [urnIn(entry)("ReportSchedule", "renamed")],
        }),
      ],
      command: up,
    },
    { command: destroy },
  ];
};
