import type { Settings } from "../settings/index";
import { contentOf } from "../state/contentHash";

/**
 * The latest time at which the platform may still carry out a request. If the clock was set back, the request counts
 * as sent now.
 */
export const latestEffect = (
  sentAt: number,
  { writeDeadlineSeconds }: Settings,
  now = Date.now(),
): number => Math.min(sentAt, now) + writeDeadlineSeconds * 1000;

/** Identifies the user of a request in the journal. */
export const callerOf = ({ baseUrl, token }: Settings): string => contentOf([baseUrl, token]);
