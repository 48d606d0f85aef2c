import type { Operation } from "./operations";
import { announce, everything, execute, greet, index, notify, waiting } from "./programs";

const sendnow = "/sendnow$";
const notifications = "/notifications$";
const indexes = "/indexes$";
const executions = "/executions$";
const generation = "/text/generation$";

const documented = { operations: "documented" } as const;
const extended = { operations: "extended" } as const;

/** Every operation of what is run and not kept. */
export const actions: readonly Operation[] = [
  ...[documented, extended].flatMap((mode): Operation[] => [
    {
      name: `run ReportSend (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: sendnow },
      from: "everything",
      program: () => everything({ farewell: { ...announce(), name: "farewell" } }),
      mails: 1,
      unknown: true,
    },
    {
      name: `run ReportSend again (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: sendnow },
      from: "everything",
      program: () => everything({ announce: announce("second") }),
      mails: 1,
      unknown: true,
    },
  ]),
  {
    name: "history before ReportSend",
    ...extended,
    target: { method: "GET", path: "/history$" },
    from: "everything",
    program: () => everything({ announce: announce("second") }),
    mails: 1,
  },
  ...[documented, extended].flatMap((mode): Operation[] => [
    {
      name: `run ReportNotification (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: notifications },
      from: "everything",
      program: () => everything({ farewell: { ...notify(), name: "farewell" } }),
      mails: 1,
      unknown: true,
    },
    {
      name: `run ReportNotification again (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: notifications },
      from: "everything",
      program: () => everything({ notify: notify("second") }),
      mails: 1,
      unknown: true,
    },
    {
      name: `run StreamExecution (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: executions },
      from: "nothing",
      program: () => [execute()],
      executions: 1,
      unknown: true,
    },
    {
      name: `run StreamExecution again (${mode.operations})`,
      ...mode,
      target: { method: "POST", path: executions },
      from: "everything",
      program: () => everything({ execute: execute("second") }),
      executions: 1,
      unknown: true,
    },
  ]),
  {
    name: "history before ReportNotification",
    ...extended,
    target: { method: "GET", path: "/history$" },
    from: "everything",
    program: () => everything({ notify: notify("second") }),
    mails: 1,
  },
  {
    name: "executions before StreamExecution",
    ...extended,
    target: { method: "GET", path: executions },
    from: "everything",
    program: () => everything({ execute: execute("second") }),
    executions: 1,
  },
  {
    name: "wait for StreamExecution",
    ...extended,
    target: { method: "GET", path: "/executions/\\d+$" },
    from: "nothing",
    program: () => [waiting(execute())],
    executions: 1,
  },
  {
    name: "run DatasetIndex",
    ...documented,
    repeatable: true,
    target: { method: "POST", path: indexes },
    from: "nothing",
    program: () => [index()],
    also: ({ state }) => (state.indexes.length === 0 ? ["nothing was indexed"] : []),
  },
  {
    name: "run DatasetIndex again",
    ...documented,
    repeatable: true,
    target: { method: "POST", path: indexes },
    from: "everything",
    program: () => everything({ index: index("second") }),
    also: ({ state }) => (state.indexes.length === 1 ? ["nothing was indexed again"] : []),
  },
  {
    name: "wait for DatasetIndex",
    ...extended,
    target: { method: "GET", path: "/statuses$" },
    from: "nothing",
    program: () => [waiting(index())],
    also: ({ state }) =>
      state.indexes.length === 1 ? [] : [`${state.indexes.length} requests to index were made`],
  },
  {
    name: "run TextGeneration",
    ...documented,
    target: { method: "POST", path: generation },
    from: "nothing",
    program: () => [greet()],
    texts: 1,
    unknown: true,
  },
  {
    name: "run TextGeneration again",
    ...documented,
    target: { method: "POST", path: generation },
    from: "everything",
    program: () => everything({ greet: greet("second") }),
    texts: 1,
    unknown: true,
  },
];
