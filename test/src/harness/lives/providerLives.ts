import { analysts, monthly, weekly } from "../../engine/stacks/declarations";
import type { LifeStep } from "../compare";
import { destroy, opted, preview, refresh, up, urnIn } from "./lifeParts";
import type { Life } from "./lifeParts";

/** Lives of programs with several providers and components. */

const onSecond = { provider: "second" };
/** The address comes from the environment. */
const given = (token: string, operations = "extended") => ({ second: { token, operations } });

/** The tokens that are valid from now on, besides that of the environment. */
const valid =
  (...tokens: string[]): LifeStep["byHand"] =>
  ({ state }) => {
    state.tokens = Object.fromEntries(tokens.map((token) => [token, state.user]));
  };

export const explicitProviders: Life = () => {
  const program = [weekly(), opted(analysts(), onSecond)];
  const withProgram = ["--refresh", "--run-program"];
  return [
    { program, providers: given("a"), byHand: valid("a"), command: preview },
    { command: up },
    { command: up },
    { byHand: valid("b"), command: up },
    { providers: given("b"), command: [...up, ...withProgram] },
    { command: [...refresh, "--run-program"] },
    { command: up },
    { providers: given("b", "documented"), command: preview },
    { command: up },
    { providers: { second: { token: "b", operations: "any" } }, command: up },
    { providers: given("b"), command: up },
    { program: [weekly(), analysts()], providers: {}, command: up },
    { command: destroy },
  ];
};

export const targetsWithDependents: Life = (entry) => {
  const component = "urn:pulumi:test::program::test:index:Component::team";
  const chosen = (urn: string) => ["--target", urn, "--target-dependents"];
  const program = [
    opted(weekly(), { parent: "team" }),
    opted(monthly(), { dependsOn: ["weekly"] }),
    analysts(),
  ];
  const inComponent = urnIn(entry)("ReportSchedule", "weekly").replace(
    "program::",
    "program::test:index:Component$",
  );
  return [
    { program, command: up },
    ...[up, preview, refresh, destroy].map((command) => ({
      command: [...command, ...chosen(component)],
    })),
    ...[up, preview, refresh, destroy].map((command) => ({
      command: [...command, ...chosen(inComponent)],
    })),
    { command: up },
    { command: [...up, "--target", component, "--target", "**Component$**"] },
    { command: destroy },
  ];
};

export const dependentsOnAnotherProvider: Life = (entry) => {
  const target = ["--target", urnIn(entry)("ReportSchedule", "weekly"), "--target-dependents"];
  const program = [opted(weekly(), onSecond), opted(monthly(), { dependsOn: ["weekly"] })];
  return [
    { program, providers: given("a"), byHand: valid("a"), command: up },
    ...[up, preview, refresh, destroy].map((command) => ({ command: [...command, ...target] })),
    { command: destroy },
  ];
};

export const destroysWithProgram: Life = () => [
  { program: [opted(weekly(), { protect: true }), monthly()], command: up },
  { command: [...destroy, "--run-program"] },
  { command: up },
  { program: [weekly(), monthly()], command: up },
  { command: [...destroy, "--run-program"] },
];
