// Generated from the definition of the same name. Do not edit: change that, then run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";

export interface ScheduleRecipientArgs {
  /** Kind of recipient: `EMAIL` for an address. */
  type: pulumi.Input<"EMAIL" | "USER" | "GROUP" | (string & {})>;
  /** The e-mail address, or the id of the user or group. */
  value: pulumi.Input<string>;
}

/** When the report is sent, and to whom. */
export interface ScheduleArgs {
  /** How often the report is sent. */
  frequency: pulumi.Input<"DAILY" | "WEEKLY" | "MONTHLY" | (string & {})>;
  /** Days on which it is sent, separated by commas: day names (`MON,THU`) or numbers; for `MONTHLY` days of the month (`1,15`). */
  daysToRun: pulumi.Input<string>;
  /** Hour of the day in `timezone`, 0 to 23. */
  hourOfDay: pulumi.Input<number>;
  /** Minute of the hour, 0 to 59. */
  minOfHour: pulumi.Input<number>;
  /** Time zone of the hour: a name of the IANA database or `UTC`. Left out, the instance decides, and the zone is not managed. */
  timezone?: pulumi.Input<string>;
  /** Whether the schedule is active. A disabled one sends nothing. */
  enabled: pulumi.Input<boolean>;
  /** Who gets the report beside its subscribers. The platform never shows them again, so a change made on the instance is not seen. */
  additionalRecipients?: pulumi.Input<pulumi.Input<ScheduleRecipientArgs>[]>;
}

export interface DatasetPermissionArgs {
  /** Id of the user or group. */
  id: pulumi.Input<string>;
  /** Who gets access: a `USER` or a `GROUP`. */
  type: pulumi.Input<"USER" | "GROUP" | (string & {})>;
  /** What the grantee may do. The owner of the dataset stays its owner, whatever is declared. */
  accessLevel: pulumi.Input<"CO_OWNER" | "CAN_EDIT" | "CAN_SHARE" | "CAN_VIEW" | (string & {})>;
}

export interface PaginationFieldArgs {
  /** Name of the field, as in `datecompleted`. */
  fieldName: pulumi.Input<string>;
  /** Whether the largest or the smallest comes first; as the platform decides where left out. */
  sortOrder?: pulumi.Input<"DESC" | "ASC" | (string & {})>;
  /** Only partitions whose field lies within these bounds, which belong to it. */
  filterValues?: pulumi.Input<{
    /** Smallest value of the field; no bound where null or left out. */
    MIN?: pulumi.Input<string | number | null>;
    /** Largest value of the field; no bound where null or left out. */
    MAX?: pulumi.Input<string | number | null>;
  }>;
}

export interface ScheduleRecipient {
  /** Kind of recipient: `EMAIL` for an address. */
  type: "EMAIL" | "USER" | "GROUP" | (string & {});
  /** The e-mail address, or the id of the user or group. */
  value: string;
}

/** When the report is sent, and to whom. */
export interface Schedule {
  /** How often the report is sent. */
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | (string & {});
  /** Days on which it is sent, separated by commas: day names (`MON,THU`) or numbers; for `MONTHLY` days of the month (`1,15`). */
  daysToRun: string;
  /** Hour of the day in `timezone`, 0 to 23. */
  hourOfDay: number;
  /** Minute of the hour, 0 to 59. */
  minOfHour: number;
  /** Time zone of the hour: a name of the IANA database or `UTC`. Left out, the instance decides, and the zone is not managed. */
  timezone?: string;
  /** Whether the schedule is active. A disabled one sends nothing. */
  enabled: boolean;
  /** Who gets the report beside its subscribers. The platform never shows them again, so a change made on the instance is not seen. */
  additionalRecipients?: ScheduleRecipient[];
}

export interface DatasetPermission {
  /** Id of the user or group. */
  id: string;
  /** Who gets access: a `USER` or a `GROUP`. */
  type: "USER" | "GROUP" | (string & {});
  /** What the grantee may do. The owner of the dataset stays its owner, whatever is declared. */
  accessLevel: "CO_OWNER" | "CAN_EDIT" | "CAN_SHARE" | "CAN_VIEW" | (string & {});
}

export interface PaginationField {
  /** Name of the field, as in `datecompleted`. */
  fieldName: string;
  /** Whether the largest or the smallest comes first; as the platform decides where left out. */
  sortOrder?: "DESC" | "ASC" | (string & {});
  /** Only partitions whose field lies within these bounds, which belong to it. */
  filterValues?: {
    /** Smallest value of the field; no bound where null or left out. */
    MIN?: string | number | null;
    /** Largest value of the field; no bound where null or left out. */
    MAX?: string | number | null;
  };
}

export interface Role {
  /** Id of the role. */
  id: string;
  /** Name of the role. */
  name: string;
  /** What the role is for. */
  description?: string;
  /** Number of grants that the role holds. */
  authorityCount?: number;
  /** Number of users who have the role. */
  userCount?: number;
  /** When the role was created, in epoch milliseconds. */
  created?: number;
  /** When the role was last changed, in epoch milliseconds. */
  modified?: number;
}

export interface Partition {
  /** Id of the partition. */
  partitionId?: string;
  [field: string]: unknown;
}

export interface ReportScheduleItem {
  /** Id of the schedule. */
  id: string;
  /** Title of the report. */
  title?: string;
  /** Id of the page. */
  pageId?: number;
  /** Id of the report view. */
  reportViewId?: string;
  /** Name of the report view. */
  viewName?: string;
  /** Kind of the report, as the platform names it. */
  type?: string;
  /** Id of the user who owns the schedule. */
  ownerId?: string;
  /** Id of the embedded view. */
  embedViewId?: string;
  /** Whether the token's user owns the schedule. */
  owner?: boolean;
  /** Number of cards in the report. */
  cardCount?: number;
  /** Number of recipients. */
  recipientCount?: number;
  /** Id of the card, for the report of a single card. */
  cardId?: string;
  /** When the report is sent. */
  schedule?: {
    /** How often the report is sent. */
    frequency?: string;
    /** Days on which it is sent, separated by commas. */
    daysToRun?: string;
    /** Hour of the day in `timezone`. */
    hourOfDay?: number;
    /** Minute of the hour. */
    minOfHour?: number;
    /** Time zone of the hour. */
    timezone?: string;
    /** Whether the schedule is active. */
    enabled?: boolean;
  };
}
