import { everywhere, withBody, type ErrorCase, type Fact, type Shape } from "./fact.js";
import { breaksRule } from "./specified-rules.js";
import { specified, specifiedErrors, type Specified } from "./specified.js";

/** Every path in a shape, as `parts` of a fact names it. A path with `?` says that the value may be null. */
export function pathsIn(shape: Shape | undefined, at: string): string[] {
  if (shape === undefined) return [];
  if (typeof shape === "string") return shape.endsWith("?") ? [at, `${at}?`] : [at];
  if (Array.isArray(shape)) return [at, ...pathsIn((shape as readonly [Shape])[0], `${at}[]`)];
  const fields = Object.entries(shape as Readonly<Record<string, Shape>>);
  return [at, ...fields.flatMap(([name, inner]) => pathsIn(inner, `${at}.${name}`))];
}

/** Every part of a fact that has a source. */
export const partsOf = (fact: Fact): string[] => [
  ...Object.keys(fact.params ?? {}).map((name) => `path.${name}`),
  ...Object.keys(fact.query ?? {}).map((name) => `query.${name}`),
  ...pathsIn(fact.requestFields, "request"),
  ...pathsIn(fact.responseFields, "answer"),
  ...fact.statuses.map((status) => `status.${status}`),
];

const operationOf = ({ method, path }: Fact): Specified | undefined =>
  specified[`${method} ${path}`];

/** The parts of an operation that the specification lists. Query parameters have no names there. */
export const specifiedParts = (fact: Fact): string[] => {
  const { request, answer, statuses = [] } = operationOf(fact) ?? {};
  if (operationOf(fact) === undefined) return [];
  return [
    ...Object.keys(fact.params ?? {}).map((name) => `path.${name}`),
    ...pathsIn(request, "request"),
    ...pathsIn(answer, "answer"),
    ...statuses.map((status) => `status.${status}`),
  ];
};

/** The source of a part: its own, or that of the part that contains it. */
function sourceOf(fact: Fact, part: string) {
  for (let one = part; one !== ""; one = containing(one)) {
    const source = fact.parts?.[one];
    if (source !== undefined) return source;
  }
  return fact.source;
}

/** The part that contains a part; empty for a whole request or answer. */
const containing = (part: string): string =>
  part.endsWith("?") ? part.slice(0, -1) : part.replace(/(^|\.|\[)[^.[]*$/, "");

/** Labels of a fact that differ from what the specification contains. */
export function wrongLabels(fact: Fact): string[] {
  const listed = specifiedParts(fact);
  const operation: Label = ["operation", fact.source === "SPEC", operationOf(fact) !== undefined];
  const parts = partsOf(fact).map((part): Label => [
    part,
    sourceOf(fact, part) === "SPEC",
    listed.includes(part),
  ]);
  return [operation, ...parts].flatMap((label) => differing(fact.name, label));
}

/** Labels of a refusal that differ from what the specification contains. */
export function wrongRefusalLabels(name: string, wrong: ErrorCase, operation?: Specified) {
  const { when, source, status, parts = {}, body } = wrong;
  const errors = [...specifiedErrors, ...(operation?.errors ?? [])];
  const isListed = operation !== undefined && errors.includes(status);
  const isRule = operation !== undefined && (isListed || breaksRule(operation, wrong));
  const labels: Label[] = [
    ["the refusal", source === "SPEC", isRule],
    ["status", (parts.status ?? source) === "SPEC", isListed],
  ];
  if (body !== undefined) {
    labels.push(["body", (parts.body ?? source) === "SPEC", operation?.errorBody === body]);
  }
  return labels.flatMap((label) => differing(`${name}, ${when}`, label));
}

/** Labels of all refusals of a fact, apart from those of every operation. */
export const wrongRefusals = (fact: Fact): string[] =>
  fact.errors
    .filter((one) => !general.includes(one))
    .flatMap((one) => wrongRefusalLabels(fact.name, one, operationOf(fact)));

/** The refusals of every operation. */
export const general: readonly ErrorCase[] = [...everywhere, ...withBody];

/** A part, whether its label says "specification", and whether the specification lists it. */
type Label = [part: string, isClaimed: boolean, isListed: boolean];

const differing = (name: string, [part, isClaimed, isListed]: Label): string[] =>
  isClaimed === isListed
    ? []
    : [`${name}: ${part} is ${isListed ? "" : "not "}in the specification`];
