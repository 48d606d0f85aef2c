import type { Simulator } from "pulumi-platform-simulator";
import { analysts, certified, dataset, orders, weekly } from "../engine/declarations";
import type { Declared } from "../engine/stack";
import { actions } from "./actions";
import type { TargetCall } from "./moments";
import {
  bystander,
  cardCertified,
  everything,
  onOff,
  ordersWith,
  vault,
  weeklyWith,
} from "./programs";

/** What stands in the state and on the instance when an operation begins. */
export type Start = "nothing" | "everything";

/** One row of the table: what is done, and which of its calls is disturbed. */
export interface Operation {
  name: string;
  operations: "documented" | "extended";
  target: TargetCall;
  from: Start;
  /** What somebody does on the instance beforehand. */
  byHand?: (platform: Simulator) => void;
  program: () => Declared[];
  /** A POST that has the effect of one however often it is sent. */
  repeatable?: true;
  /** The run looks at the instance first. */
  refresh?: true;
  /** What is struck is a call that the platform refuses: no work is ever done. */
  refused?: true;
  /** What is struck tells whether an object is gone: without it nobody can, and the plugin keeps the state. */
  evidence?: true;
  /** How many mails it sends. */
  mails?: number;
  /** How many executions of a stream it starts. */
  executions?: number;
  /** How many texts it generates. */
  texts?: number;
  /** May end as unknown, with a way out: where the platform shows nothing that could tell. */
  unknown?: true;
  /** What else must be so in the end; says what is not. */
  also?: (platform: Simulator) => string[];
}

const schedules = "/reportschedules$";
const schedule = "/reportschedules/\\d+$";
const emails = "/reportschedules/emails/enabled$";
const groups = "/v2/groups$";
const group = "/v2/groups/\\d+$";
const grouplist = "/v2/groups/grouplist$";

const share = "/share$";
const permissions = "/permissions$";
const permission = "/permissions/(USER|GROUP)/\\d+$";
const certify = "/state/ACTIVE$";
const certification = "/CERTIFIED/state$";

/** Grants somebody access whom no program names, and says if that is lost. */
const withBystander: Pick<Operation, "byHand" | "also"> = {
  byHand: ({ state }) => {
    const id = `${dataset}/USER/${bystander}`;
    const row = { id, datasetId: dataset, type: "USER", granteeId: bystander };
    state.shares.push({ ...row, accessLevel: "CO_OWNER" });
  },
  also: ({ state }) =>
    state.shares.some(({ granteeId }) => granteeId === bystander) ? [] : ["the bystander is out"],
};

const documented = { operations: "documented" } as const;
const extended = { operations: "extended" } as const;

/** Every operation that exists. A new resource or action adds its rows here. */
export const operations: readonly Operation[] = [
  ...[documented, extended].map((mode): Operation => ({
    name: `create ReportSchedule (${mode.operations})`,
    ...mode,
    target: { method: "POST", path: schedules },
    from: "nothing",
    program: () => [weekly()],
  })),
  {
    name: "list before create ReportSchedule",
    ...documented,
    target: { method: "GET", path: schedules },
    from: "nothing",
    program: () => [weekly()],
  },
  {
    name: "update ReportSchedule",
    ...extended,
    target: { method: "PUT", path: schedule },
    from: "everything",
    program: () => everything({ weekly: weeklyWith((args) => (args.title = "Sales of the week")) }),
  },
  {
    name: "read before update ReportSchedule",
    ...extended,
    target: { method: "GET", path: schedule },
    from: "everything",
    program: () => everything({ weekly: weeklyWith((args) => (args.schedule.hourOfDay = 17)) }),
  },
  {
    name: "disable ReportSchedule",
    ...extended,
    target: { method: "PUT", path: "/reportschedules/\\d+/enabled$" },
    from: "everything",
    program: () => everything({ weekly: weeklyWith((args) => (args.schedule.enabled = false)) }),
  },
  {
    name: "delete ReportSchedule",
    ...extended,
    target: { method: "DELETE", path: schedule },
    from: "everything",
    program: () => everything({ weekly: undefined, announce: undefined, notify: undefined }),
  },
  {
    name: "adopt ReportSchedule",
    ...extended,
    target: { method: "PUT", path: "/reportschedules/77$" },
    from: "everything",
    byHand: ({ state }) => {
      const [known] = state.schedules;
      if (known === undefined) throw new Error("there is no schedule that could be copied");
      state.schedules.push({ ...structuredClone(known), id: 77, title: "Made by hand" });
    },
    program: () =>
      everything({
        taken: {
          ...weeklyWith((args) => Object.assign(args, { title: "Taken over", adopt: "77" })),
          name: "taken",
        },
      }),
  },
  {
    name: "refresh ReportSchedule",
    ...documented,
    target: { method: "GET", path: schedules },
    from: "everything",
    refresh: true,
    program: () => everything(),
  },
  {
    name: "create Group (documented)",
    ...documented,
    target: { method: "POST", path: groups },
    from: "nothing",
    program: () => [analysts()],
    unknown: true,
  },
  {
    name: "create Group (extended)",
    ...extended,
    target: { method: "POST", path: groups },
    from: "nothing",
    program: () => [analysts()],
  },
  {
    name: "list before create Group",
    ...extended,
    target: { method: "GET", path: grouplist },
    from: "nothing",
    program: () => [analysts()],
  },
  {
    name: "update Group",
    ...extended,
    target: { method: "PUT", path: groups },
    from: "everything",
    program: () => {
      const changed = analysts();
      changed.args.description = "May read everything";
      return everything({ analysts: changed });
    },
  },
  {
    name: "replace Group",
    ...extended,
    target: { method: "POST", path: groups },
    from: "everything",
    program: () => {
      const changed = vault();
      changed.args = { ...changed.args, type: "open", allowMembershipLoss: true };
      return everything({ vault: changed });
    },
  },
  {
    name: "delete Group",
    ...extended,
    target: { method: "DELETE", path: group },
    from: "everything",
    program: () => everything({ analysts: undefined }),
  },
  {
    name: "refresh Group (documented)",
    ...documented,
    target: { method: "GET", path: group },
    from: "everything",
    refresh: true,
    program: () => everything(),
  },
  {
    name: "refresh Group (extended)",
    ...extended,
    target: { method: "GET", path: grouplist },
    from: "everything",
    refresh: true,
    program: () => everything(),
  },
  {
    name: "refresh Group that is gone",
    ...documented,
    target: { method: "GET", path: "/v1/roles$" },
    from: "everything",
    byHand: ({ state }) => {
      state.groups = state.groups.filter(({ name }) => name !== "Analysts");
    },
    refresh: true,
    evidence: true,
    program: () => everything(),
  },
  ...[documented, extended].flatMap((mode): Operation[] => [
    {
      name: `create DatasetShare (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: share },
      repeatable: true,
      from: "nothing",
      program: () => [orders()],
    },
    {
      name: `create DatasetShare with mail (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: share },
      from: "nothing",
      program: () => [ordersWith(["USER 42 CAN_VIEW"], { sendEmail: true })],
      mails: 1,
      unknown: true,
    },
  ]),
  {
    name: "update DatasetShare",
    ...documented,
    ...withBystander,
    target: { method: "POST", path: share },
    repeatable: true,
    from: "everything",
    program: () => everything({ orders: ordersWith(["USER 42 CAN_EDIT", "GROUP 7 CAN_SHARE"]) }),
  },
  {
    name: "update DatasetShare with mail",
    ...extended,
    ...withBystander,
    target: { method: "POST", path: share },
    from: "everything",
    program: () =>
      everything({
        orders: ordersWith(["GROUP 7 CAN_SHARE", "USER 43 CAN_VIEW"], { sendEmail: true }),
      }),
    mails: 1,
    unknown: true,
  },
  {
    name: "take somebody out of DatasetShare",
    ...extended,
    ...withBystander,
    target: { method: "DELETE", path: permission },
    from: "everything",
    program: () => everything({ orders: ordersWith(["GROUP 7 CAN_SHARE", "USER 43 CAN_VIEW"]) }),
  },
  {
    name: "delete DatasetShare",
    ...extended,
    ...withBystander,
    target: { method: "DELETE", path: permission },
    from: "everything",
    program: () => everything({ orders: undefined }),
  },
  {
    name: "list before delete DatasetShare",
    ...extended,
    target: { method: "GET", path: permissions },
    from: "everything",
    program: () => everything({ orders: undefined }),
  },
  {
    name: "refresh DatasetShare",
    ...extended,
    target: { method: "GET", path: permissions },
    from: "everything",
    byHand: ({ state }) => {
      state.shares = state.shares.filter(({ granteeId }) => granteeId !== "42");
    },
    refresh: true,
    program: () => everything(),
  },
  {
    name: "refresh DatasetShare whose dataset is gone",
    ...extended,
    target: { method: "GET", path: "/partition$" },
    from: "everything",
    byHand: ({ state }) => {
      state.missing.push(dataset);
      state.shares = [];
      state.certifications = [];
    },
    refresh: true,
    refused: true,
    evidence: true,
    program: () => everything({ orders: undefined, certified: undefined }),
  },
  {
    name: "create Certification",
    ...documented,
    target: { method: "PUT", path: certify },
    from: "nothing",
    program: () => [certified()],
  },
  {
    name: "replace Certification",
    ...extended,
    target: { method: "DELETE", path: certification },
    from: "everything",
    program: () => everything({ certified: { ...cardCertified(), name: "certified" } }),
  },
  {
    name: "delete Certification",
    ...extended,
    target: { method: "DELETE", path: certification },
    from: "everything",
    program: () => everything({ certified: undefined }),
  },
  {
    name: "refresh Certification that was withdrawn",
    ...extended,
    target: { method: "GET", path: certification },
    from: "everything",
    byHand: ({ state }) => {
      state.certifications = [];
    },
    refresh: true,
    program: () => everything(),
  },
  {
    name: "create ScheduledReportEmails",
    ...documented,
    target: { method: "PUT", path: emails },
    from: "nothing",
    program: () => [onOff(false)],
  },
  {
    name: "update ScheduledReportEmails",
    ...documented,
    target: { method: "PUT", path: emails },
    from: "everything",
    program: () => everything({ mail: onOff(false) }),
  },
  {
    name: "delete ScheduledReportEmails",
    ...documented,
    target: { method: "PUT", path: emails },
    from: "everything",
    program: () => everything({ mail: undefined }),
    also: ({ state }) => (state.scheduledReportEmails ? ["the switch was not turned off"] : []),
  },
  ...actions,
];
