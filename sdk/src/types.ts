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

export interface PromptTemplateArgs {
  /** The prompt, with placeholders written `${name}`. */
  template: pulumi.Input<string>;
}

/** A list. */
export interface ArrayParameterSchemaArgs {
  /** Kind of the value. */
  type: "array";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** What each item is. */
  items?: pulumi.Input<ParameterSchemaArgs>;
  /** Smallest number of items. */
  minItems?: pulumi.Input<number>;
  /** Largest number of items. */
  maxItems?: pulumi.Input<number>;
  /** Whether no item may stand there twice. */
  uniqueItems?: pulumi.Input<boolean>;
  /** The only value that is allowed. */
  const?: pulumi.Input<unknown>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A text. */
export interface StringParameterSchemaArgs {
  /** Kind of the value. */
  type: "string";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Smallest number of characters. */
  minLength?: pulumi.Input<number>;
  /** Largest number of characters. */
  maxLength?: pulumi.Input<number>;
  /** Regular expression that the text matches. */
  pattern?: pulumi.Input<string>;
  /** Form of the text, as in `date`. */
  format?: pulumi.Input<string>;
  /** The only value that is allowed. */
  const?: pulumi.Input<string>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<string>[]>;
}

/** A number. */
export interface NumberParameterSchemaArgs {
  /** Kind of the value. */
  type: "number";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The value is a multiple of this. */
  multipleOf?: pulumi.Input<number>;
  /** Smallest value that is allowed. */
  minimum?: pulumi.Input<number>;
  /** The value is larger than this. */
  exclusiveMinimum?: pulumi.Input<number>;
  /** Largest value that is allowed. */
  maximum?: pulumi.Input<number>;
  /** The value is smaller than this. */
  exclusiveMaximum?: pulumi.Input<number>;
  /** The only value that is allowed. */
  const?: pulumi.Input<number>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<number>[]>;
}

/** A whole number of 32 bits. */
export interface IntegerParameterSchemaArgs {
  /** Kind of the value. */
  type: "integer";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The value is a multiple of this. */
  multipleOf?: pulumi.Input<number>;
  /** Smallest value that is allowed. */
  minimum?: pulumi.Input<number>;
  /** The value is larger than this. */
  exclusiveMinimum?: pulumi.Input<number>;
  /** Largest value that is allowed. */
  maximum?: pulumi.Input<number>;
  /** The value is smaller than this. */
  exclusiveMaximum?: pulumi.Input<number>;
  /** The only value that is allowed. */
  const?: pulumi.Input<number>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<number>[]>;
}

/** True or false. */
export interface BooleanParameterSchemaArgs {
  /** Kind of the value. */
  type: "boolean";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only value that is allowed. */
  const?: pulumi.Input<boolean>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<boolean>[]>;
}

/** Nothing. */
export interface NullParameterSchemaArgs {
  /** Kind of the value. */
  type: "null";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only value that is allowed. */
  const?: pulumi.Input<unknown>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A value of any kind. */
export interface UnknownParameterSchemaArgs {
  /** Kind of the value. */
  type: "unknown";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only value that is allowed. */
  const?: pulumi.Input<unknown>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A value that fits one, all or any of several schemas. */
export interface LogicalParameterSchemaArgs {
  /** Kind of the value. */
  type: "oneOf" | "allOf" | "anyOf";
  /** What the value is, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Schemas of which the value fits exactly one. */
  oneOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** Schemas of which the value fits all. */
  allOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** Schemas of which the value fits at least one. */
  anyOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** The only value that is allowed. */
  const?: pulumi.Input<unknown>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** What a value has to look like, by its kind. */
export type ParameterSchemaArgs =
  | ObjectParameterSchemaArgs
  | ArrayParameterSchemaArgs
  | StringParameterSchemaArgs
  | NumberParameterSchemaArgs
  | IntegerParameterSchemaArgs
  | BooleanParameterSchemaArgs
  | NullParameterSchemaArgs
  | UnknownParameterSchemaArgs
  | LogicalParameterSchemaArgs;

/** An object. */
export interface ObjectParameterSchemaArgs {
  /** Kind of the value. */
  type: "object";
  /** What each property holds, by its name. */
  properties: pulumi.Input<{ [name: string]: pulumi.Input<ParameterSchemaArgs> }>;
  /** What the value is, for the model. */
  description?: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Names of the properties that must be there. */
  required?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether it may have other properties as well. */
  additionalProperties?: pulumi.Input<boolean>;
  /** Smallest number of properties. */
  minProperties?: pulumi.Input<number>;
  /** Largest number of properties. */
  maxProperties?: pulumi.Input<number>;
  /** The only value that is allowed. */
  const?: pulumi.Input<unknown>;
  /** The values that are allowed, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

export interface ResponseFormatArgs {
  /** Format of the answer, by the platform's own name for it. */
  type: pulumi.Input<string>;
  /** What the answer has to look like. */
  schema?: pulumi.Input<ObjectParameterSchemaArgs>;
}

export interface ReasoningConfigArgs {
  /** How much the model thinks before it answers. */
  reasoningEffort?: pulumi.Input<"NONE" | "LOW" | "MEDIUM" | "HIGH">;
}

export interface NotificationRecipientArgs {
  /** The e-mail address that it goes to. */
  emailAddress: pulumi.Input<string>;
  /** Id of the user who has that address. */
  userId?: pulumi.Input<number>;
  /** How the recipient is called. */
  displayName?: pulumi.Input<string>;
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

export interface PromptTemplate {
  /** The prompt, with placeholders written `${name}`. */
  template: string;
}

/** A list. */
export interface ArrayParameterSchema {
  /** Kind of the value. */
  type: "array";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** What each item is. */
  items?: ParameterSchema;
  /** Smallest number of items. */
  minItems?: number;
  /** Largest number of items. */
  maxItems?: number;
  /** Whether no item may stand there twice. */
  uniqueItems?: boolean;
  /** The only value that is allowed. */
  const?: unknown;
  /** The values that are allowed, each once. */
  enum?: unknown[];
}

/** A text. */
export interface StringParameterSchema {
  /** Kind of the value. */
  type: "string";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** Smallest number of characters. */
  minLength?: number;
  /** Largest number of characters. */
  maxLength?: number;
  /** Regular expression that the text matches. */
  pattern?: string;
  /** Form of the text, as in `date`. */
  format?: string;
  /** The only value that is allowed. */
  const?: string;
  /** The values that are allowed, each once. */
  enum?: string[];
}

/** A number. */
export interface NumberParameterSchema {
  /** Kind of the value. */
  type: "number";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The value is a multiple of this. */
  multipleOf?: number;
  /** Smallest value that is allowed. */
  minimum?: number;
  /** The value is larger than this. */
  exclusiveMinimum?: number;
  /** Largest value that is allowed. */
  maximum?: number;
  /** The value is smaller than this. */
  exclusiveMaximum?: number;
  /** The only value that is allowed. */
  const?: number;
  /** The values that are allowed, each once. */
  enum?: number[];
}

/** A whole number of 32 bits. */
export interface IntegerParameterSchema {
  /** Kind of the value. */
  type: "integer";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The value is a multiple of this. */
  multipleOf?: number;
  /** Smallest value that is allowed. */
  minimum?: number;
  /** The value is larger than this. */
  exclusiveMinimum?: number;
  /** Largest value that is allowed. */
  maximum?: number;
  /** The value is smaller than this. */
  exclusiveMaximum?: number;
  /** The only value that is allowed. */
  const?: number;
  /** The values that are allowed, each once. */
  enum?: number[];
}

/** True or false. */
export interface BooleanParameterSchema {
  /** Kind of the value. */
  type: "boolean";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only value that is allowed. */
  const?: boolean;
  /** The values that are allowed, each once. */
  enum?: boolean[];
}

/** Nothing. */
export interface NullParameterSchema {
  /** Kind of the value. */
  type: "null";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only value that is allowed. */
  const?: unknown;
  /** The values that are allowed, each once. */
  enum?: unknown[];
}

/** A value of any kind. */
export interface UnknownParameterSchema {
  /** Kind of the value. */
  type: "unknown";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only value that is allowed. */
  const?: unknown;
  /** The values that are allowed, each once. */
  enum?: unknown[];
}

/** A value that fits one, all or any of several schemas. */
export interface LogicalParameterSchema {
  /** Kind of the value. */
  type: "oneOf" | "allOf" | "anyOf";
  /** What the value is, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** Schemas of which the value fits exactly one. */
  oneOf?: ParameterSchema[];
  /** Schemas of which the value fits all. */
  allOf?: ParameterSchema[];
  /** Schemas of which the value fits at least one. */
  anyOf?: ParameterSchema[];
  /** The only value that is allowed. */
  const?: unknown;
  /** The values that are allowed, each once. */
  enum?: unknown[];
}

/** What a value has to look like, by its kind. */
export type ParameterSchema =
  | ObjectParameterSchema
  | ArrayParameterSchema
  | StringParameterSchema
  | NumberParameterSchema
  | IntegerParameterSchema
  | BooleanParameterSchema
  | NullParameterSchema
  | UnknownParameterSchema
  | LogicalParameterSchema;

/** An object. */
export interface ObjectParameterSchema {
  /** Kind of the value. */
  type: "object";
  /** What each property holds, by its name. */
  properties: { [name: string]: ParameterSchema };
  /** What the value is, for the model. */
  description?: string;
  /** Title of the value. */
  title?: string;
  /** Names of the properties that must be there. */
  required?: string[];
  /** Whether it may have other properties as well. */
  additionalProperties?: boolean;
  /** Smallest number of properties. */
  minProperties?: number;
  /** Largest number of properties. */
  maxProperties?: number;
  /** The only value that is allowed. */
  const?: unknown;
  /** The values that are allowed, each once. */
  enum?: unknown[];
}

export interface ResponseFormat {
  /** Format of the answer, by the platform's own name for it. */
  type: string;
  /** What the answer has to look like. */
  schema?: ObjectParameterSchema;
}

export interface ReasoningConfig {
  /** How much the model thinks before it answers. */
  reasoningEffort?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
}

export interface NotificationRecipient {
  /** The e-mail address that it goes to. */
  emailAddress: string;
  /** Id of the user who has that address. */
  userId?: number;
  /** How the recipient is called. */
  displayName?: string;
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

export interface ModelProviderUsage {
  /** Tokens of the prompt. */
  inputTokens?: number;
  /** Tokens of the text. */
  outputTokens?: number;
  /** All tokens. */
  totalTokens?: number;
  /** Tokens that the model used to reason. */
  reasoningTokens?: number;
}

export interface TextChoice {
  /** The text of this choice. */
  output?: string;
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
