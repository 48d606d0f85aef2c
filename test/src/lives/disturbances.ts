/** Which failures what happened can explain from then on. */
const explains = {
  fault: [
    "unknown_state",
    "timed_out",
    "unreachable",
    "server_error",
    "unexpected_answer",
    "partial_list",
    "twin_exists",
    "rate_limited",
    "forbidden",
    "unauthorized",
    "not_found",
    "not_offered",
    "conflict",
    "invalid_answer",
    "redirected",
    "blocked",
    "html",
    "bad_request",
    "interrupted",
  ],
  cut: ["unknown_state", "interrupted", "twin_exists", "journal_unusable"],
  token: ["unknown_state", "forbidden", "not_found", "unauthorized", "twin_exists"],
  address: ["another_instance", "unknown_state", "not_found"],
  journal: ["twin_exists", "unknown_state"],
  disk: ["journal_unusable", "unknown_state", "twin_exists"],
  act: [
    "unknown_state",
    "twin_exists",
    "not_found",
    "forbidden",
    "another_instance",
    "partial_list",
    "bad_request",
    "unexpected_answer",
    "not_offered",
  ],
} satisfies Record<string, string[]>;

/** Something that can make runs fail. */
export type Disturbance = keyof typeof explains;

export const explainedBy = (disturbance: Disturbance): readonly string[] => explains[disturbance];
