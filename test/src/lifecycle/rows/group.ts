import { moved, renamed } from "./instance";
import type { Expected, Row } from "../row";

const path = "/api/content/v2/groups";
const one = `${path}/{group}`;
/** The list ends with an empty page. */
const whole = [`GET ${path}/grouplist`, `GET ${path}/grouplist`];

const updated: Expected = { documented: "refused", extended: "update" };
const same: Expected = { documented: "same", extended: "same" };
const refused: Expected = { documented: "refused", extended: "refused" };
const shown = { documented: "update", extended: "update" } as const;

export const group: Row = {
  resource: "Group",
  apart: (inputs, n) => ({ ...inputs, name: `${String(inputs.name)} ${n}` }),
  documented: {
    create: [`POST ${path}`],
    read: [`GET ${one}`],
  },
  extended: {
    create: [`POST ${path}`],
    before: whole,
    update: [`PUT ${path}`],
    delete: [`DELETE ${one}`],
    list: whole,
  },
  find: ({ state }, id) => state.groups.find((one) => String(one.id) === id) as never,
  make({ state }, id, { name, description, type }) {
    const [theirs] = structuredClone(state.groups);
    state.groups.push({ ...theirs, name, description, type, id } as never);
  },
  unseen: ["adopt", "allowMembershipLoss"],
  outputs: {},
  changes: [
    { field: "name", expected: updated },
    { field: "description", expected: updated },
    { field: "description", how: "taken out", removed: true, expected: updated, leaves: "" },
    {
      field: "description",
      how: "empty and taken out",
      given: { description: "" },
      removed: true,
      expected: same,
    },
    { field: "type", expected: updated },
    { field: "type", how: "from closed", given: { type: "closed" }, to: "open", expected: refused },
    {
      field: "type",
      how: "from closed, at a loss",
      given: { type: "closed", allowMembershipLoss: true },
      to: "open",
      expected: { documented: "refused", extended: "replace" },
    },
    { field: "adopt", to: "77", expected: refused },
    {
      field: "adopt",
      how: "taken out",
      given: { adopt: "99" },
      removed: true,
      expected: same,
      adopted: {
        // For the check, and again when it is taken over.
        documented: {
          previewed: [`GET ${one}`],
          created: [`GET ${one}`, `GET ${one}`],
        },
        extended: { previewed: whole, created: whole },
      },
    },
    { field: "allowMembershipLoss", to: true, expected: same },
    renamed,
    moved({ documented: "refused", extended: "replace" }),
  ],
  edits: [
    { field: "name", expected: shown },
    { field: "description", expected: shown },
    { field: "type", to: "dynamic", expected: shown },
  ],
  losses: [
    {
      how: "deleted",
      expected: { documented: "create", extended: "create" },
      calls: {
        // The same answer would come to a token that sees no groups.
        documented: ["GET /api/authorization/v1/roles"],
        extended: [`GET ${one}`],
      },
    },
  ],
};
