// Generated from the definition of the same name. Do not edit: change the definition and run `npm run generate`.
import type * as pulumi from "@pulumi/pulumi";

export interface ScheduleRecipientArgs {
  /** Type of recipient. The specification shows only `EMAIL`. */
  type: pulumi.Input<"EMAIL" | "USER" | "GROUP" | (string & {})>;
  /** The e-mail address for `EMAIL`, else the id of the user or group. */
  value: pulumi.Input<string>;
}

/** When the platform sends the report, and to whom. */
export interface ScheduleArgs {
  /** How often the platform sends the report. The specification shows `WEEKLY` and `MONTHLY`; `DAILY` is observed. */
  frequency: pulumi.Input<"DAILY" | "WEEKLY" | "MONTHLY" | (string & {})>;
  /** Days on which the platform sends the report. For `WEEKLY`, write day names such as `MON`. For `MONTHLY`, write days of the month such as `15`. For `DAILY`, write `1,2,3,4,5` (observed; assumed to mean Monday to Friday), because the specification shows no value. Commas separate several days (observed). If you omit it, the platform decides and Pulumi does not manage it. */
  daysToRun?: pulumi.Input<string>;
  /** Hour of the day in `timezone`. Assumed: 0–23, because the specification shows no range. With `platform:allowUnknownValues`, other hours pass with a warning. */
  hourOfDay: pulumi.Input<number>;
  /** Minute of the hour. Assumed: 0–59, because the specification shows no range. With `platform:allowUnknownValues`, other minutes pass with a warning. */
  minOfHour: pulumi.Input<number>;
  /** Time zone of the hour: an IANA name or `UTC`. If you omit it, the instance chooses and Pulumi does not manage it. */
  timezone?: pulumi.Input<string>;
  /** Whether the schedule is active. The provider assumes that a disabled schedule sends nothing. */
  enabled: pulumi.Input<boolean>;
  /** Who gets the report in addition to its subscribers. An empty list means nobody. If you omit it, Pulumi does not manage the recipients, and an update keeps those on the instance. The schedule list does not show them, so Pulumi sees manual changes only with `platform:readDetails: refresh`. */
  additionalRecipients?: pulumi.Input<pulumi.Input<ScheduleRecipientArgs>[]>;
}

export interface UserOrGroupArgs {
  /** Whether the id is that of a user or of a group. */
  type: pulumi.Input<"USER" | "GROUP" | (string & {})>;
  /** Id of the user or group. */
  id: pulumi.Input<string>;
}

export interface DatasetPermissionArgs {
  /** Id of the user or group. */
  id: pulumi.Input<string>;
  /** Whether the id is that of a user or of a group. The specification shows only `USER`. */
  type: pulumi.Input<"USER" | "GROUP" | (string & {})>;
  /** What the user or group can do. The specification shows only `CO_OWNER`. Pulumi never removes the owner of the dataset. */
  accessLevel: pulumi.Input<"CO_OWNER" | "CAN_EDIT" | "CAN_SHARE" | "CAN_VIEW" | (string & {})>;
}

export interface PromptTemplateArgs {
  /** The prompt. The platform replaces `${input}` and `${system}` by the arguments, and each other `${name}` by `parameters`. The specification shows only `${input}`, or `${system}`, a line break and `${input}`. A model with built-in support for system messages and chat history needs neither `${system}` nor `${chatContext}`. In YAML programs, write `$${input}`, because Pulumi reads `${input}` as a reference. */
  template: pulumi.Input<string>;
}

/** A list. */
export interface ArrayParameterSchemaArgs {
  /** Type of the value. */
  type: "array";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Schema of each item. */
  items?: pulumi.Input<ParameterSchemaArgs>;
  /** Smallest number of items. */
  minItems?: pulumi.Input<number>;
  /** Largest number of items. */
  maxItems?: pulumi.Input<number>;
  /** Whether each item must be unique. */
  uniqueItems?: pulumi.Input<boolean>;
  /** The only allowed value. */
  const?: pulumi.Input<unknown>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A text. */
export interface StringParameterSchemaArgs {
  /** Type of the value. */
  type: "string";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Smallest number of characters. */
  minLength?: pulumi.Input<number>;
  /** Largest number of characters. */
  maxLength?: pulumi.Input<number>;
  /** Regular expression that the text matches. */
  pattern?: pulumi.Input<string>;
  /** Format of the text, such as `date`. */
  format?: pulumi.Input<string>;
  /** The only allowed value. */
  const?: pulumi.Input<string>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<string>[]>;
}

/** A number. */
export interface NumberParameterSchemaArgs {
  /** Type of the value. */
  type: "number";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The value is a multiple of this. */
  multipleOf?: pulumi.Input<number>;
  /** Smallest allowed value. */
  minimum?: pulumi.Input<number>;
  /** The value is larger than this. */
  exclusiveMinimum?: pulumi.Input<number>;
  /** Largest allowed value. */
  maximum?: pulumi.Input<number>;
  /** The value is smaller than this. */
  exclusiveMaximum?: pulumi.Input<number>;
  /** The only allowed value. */
  const?: pulumi.Input<number>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<number>[]>;
}

/** A whole number of 32 bits. */
export interface IntegerParameterSchemaArgs {
  /** Type of the value. */
  type: "integer";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The value is a multiple of this. */
  multipleOf?: pulumi.Input<number>;
  /** Smallest allowed value. */
  minimum?: pulumi.Input<number>;
  /** The value is larger than this. */
  exclusiveMinimum?: pulumi.Input<number>;
  /** Largest allowed value. */
  maximum?: pulumi.Input<number>;
  /** The value is smaller than this. */
  exclusiveMaximum?: pulumi.Input<number>;
  /** The only allowed value. */
  const?: pulumi.Input<number>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<number>[]>;
}

/** True or false. */
export interface BooleanParameterSchemaArgs {
  /** Type of the value. */
  type: "boolean";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only allowed value. */
  const?: pulumi.Input<boolean>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<boolean>[]>;
}

/** Nothing. */
export interface NullParameterSchemaArgs {
  /** Type of the value. */
  type: "null";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only allowed value. */
  const?: pulumi.Input<unknown>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A value of any kind. */
export interface UnknownParameterSchemaArgs {
  /** Type of the value. */
  type: "unknown";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** The only allowed value. */
  const?: pulumi.Input<unknown>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** A value that fits one, all or any of several schemas. */
export interface LogicalParameterSchemaArgs {
  /** Type of the value. */
  type: "oneOf" | "allOf" | "anyOf";
  /** Meaning of the value, for the model. */
  description: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Schemas of which the value fits exactly one. */
  oneOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** Schemas of which the value fits all. */
  allOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** Schemas of which the value fits at least one. */
  anyOf?: pulumi.Input<pulumi.Input<ParameterSchemaArgs>[]>;
  /** The only allowed value. */
  const?: pulumi.Input<unknown>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

/** Schema of a value, by its type. */
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
  /** Type of the value. */
  type: "object";
  /** Schema of each property, by its name. */
  properties: pulumi.Input<{ [name: string]: pulumi.Input<ParameterSchemaArgs> }>;
  /** Meaning of the value, for the model. */
  description?: pulumi.Input<string>;
  /** Title of the value. */
  title?: pulumi.Input<string>;
  /** Names of the required properties. */
  required?: pulumi.Input<pulumi.Input<string>[]>;
  /** Whether the object can have other properties. */
  additionalProperties?: pulumi.Input<boolean>;
  /** Smallest number of properties. */
  minProperties?: pulumi.Input<number>;
  /** Largest number of properties. */
  maxProperties?: pulumi.Input<number>;
  /** The only allowed value. */
  const?: pulumi.Input<unknown>;
  /** The allowed values, each once. */
  enum?: pulumi.Input<pulumi.Input<unknown>[]>;
}

export interface ResponseFormatArgs {
  /** Format of the answer, in the platform's words. */
  type: pulumi.Input<string>;
  /** Schema that the answer follows. In Python, write the keys of dictionaries below it as the platform does, such as `minLength`, or use the classes of the package. */
  schema?: pulumi.Input<ObjectParameterSchemaArgs>;
}

export interface ReasoningConfigArgs {
  /** How much the model reasons before it answers. */
  reasoningEffort?: pulumi.Input<"NONE" | "LOW" | "MEDIUM" | "HIGH">;
}

export interface NotificationRecipientArgs {
  /** E-mail address of the recipient. You can omit it if you set `userId`. */
  emailAddress?: pulumi.Input<string>;
  /** Id of the user who gets the mail. */
  userId?: pulumi.Input<number | string>;
  /** Name of the recipient. */
  displayName?: pulumi.Input<string>;
}

export interface PaginationFieldFilterValuesArgs {
  /** Smallest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit. */
  MIN?: pulumi.Input<unknown>;
  /** Largest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit. */
  MAX?: pulumi.Input<unknown>;
}

export interface PaginationFieldArgs {
  /** Name of the field. Observed: `datecompleted`. */
  fieldName: pulumi.Input<string>;
  /** Order of the values. If you omit it, the platform chooses. The specification shows `DESC`; `ASC` is assumed. */
  sortOrder?: pulumi.Input<"DESC" | "ASC" | (string & {})>;
  /** Returns only partitions whose field is within these bounds. */
  filterValues?: pulumi.Input<PaginationFieldFilterValuesArgs>;
}

export interface ScheduleRecipient {
  /** Type of recipient. The specification shows only `EMAIL`. */
  type: "EMAIL" | "USER" | "GROUP" | (string & {});
  /** The e-mail address for `EMAIL`, else the id of the user or group. */
  value: string;
}

/** When the platform sends the report, and to whom. */
export interface Schedule {
  /** How often the platform sends the report. The specification shows `WEEKLY` and `MONTHLY`; `DAILY` is observed. */
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | (string & {});
  /** Days on which the platform sends the report. For `WEEKLY`, write day names such as `MON`. For `MONTHLY`, write days of the month such as `15`. For `DAILY`, write `1,2,3,4,5` (observed; assumed to mean Monday to Friday), because the specification shows no value. Commas separate several days (observed). If you omit it, the platform decides and Pulumi does not manage it. */
  daysToRun?: string;
  /** Hour of the day in `timezone`. Assumed: 0–23, because the specification shows no range. With `platform:allowUnknownValues`, other hours pass with a warning. */
  hourOfDay: number;
  /** Minute of the hour. Assumed: 0–59, because the specification shows no range. With `platform:allowUnknownValues`, other minutes pass with a warning. */
  minOfHour: number;
  /** Time zone of the hour: an IANA name or `UTC`. If you omit it, the instance chooses and Pulumi does not manage it. */
  timezone?: string;
  /** Whether the schedule is active. The provider assumes that a disabled schedule sends nothing. */
  enabled: boolean;
  /** Who gets the report in addition to its subscribers. An empty list means nobody. If you omit it, Pulumi does not manage the recipients, and an update keeps those on the instance. The schedule list does not show them, so Pulumi sees manual changes only with `platform:readDetails: refresh`. */
  additionalRecipients?: ScheduleRecipient[];
}

export interface UserOrGroup {
  /** Whether the id is that of a user or of a group. */
  type: "USER" | "GROUP" | (string & {});
  /** Id of the user or group. */
  id: string;
}

export interface DatasetPermission {
  /** Id of the user or group. */
  id: string;
  /** Whether the id is that of a user or of a group. The specification shows only `USER`. */
  type: "USER" | "GROUP" | (string & {});
  /** What the user or group can do. The specification shows only `CO_OWNER`. Pulumi never removes the owner of the dataset. */
  accessLevel: "CO_OWNER" | "CAN_EDIT" | "CAN_SHARE" | "CAN_VIEW" | (string & {});
}

export interface PromptTemplate {
  /** The prompt. The platform replaces `${input}` and `${system}` by the arguments, and each other `${name}` by `parameters`. The specification shows only `${input}`, or `${system}`, a line break and `${input}`. A model with built-in support for system messages and chat history needs neither `${system}` nor `${chatContext}`. In YAML programs, write `$${input}`, because Pulumi reads `${input}` as a reference. */
  template: string;
}

/** A list. */
export interface ArrayParameterSchema {
  /** Type of the value. */
  type: "array";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** Schema of each item. */
  items?: ParameterSchema;
  /** Smallest number of items. */
  minItems?: number;
  /** Largest number of items. */
  maxItems?: number;
  /** Whether each item must be unique. */
  uniqueItems?: boolean;
  /** The only allowed value. */
  const?: unknown;
  /** The allowed values, each once. */
  enum?: unknown[];
}

/** A text. */
export interface StringParameterSchema {
  /** Type of the value. */
  type: "string";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** Smallest number of characters. */
  minLength?: number;
  /** Largest number of characters. */
  maxLength?: number;
  /** Regular expression that the text matches. */
  pattern?: string;
  /** Format of the text, such as `date`. */
  format?: string;
  /** The only allowed value. */
  const?: string;
  /** The allowed values, each once. */
  enum?: string[];
}

/** A number. */
export interface NumberParameterSchema {
  /** Type of the value. */
  type: "number";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The value is a multiple of this. */
  multipleOf?: number;
  /** Smallest allowed value. */
  minimum?: number;
  /** The value is larger than this. */
  exclusiveMinimum?: number;
  /** Largest allowed value. */
  maximum?: number;
  /** The value is smaller than this. */
  exclusiveMaximum?: number;
  /** The only allowed value. */
  const?: number;
  /** The allowed values, each once. */
  enum?: number[];
}

/** A whole number of 32 bits. */
export interface IntegerParameterSchema {
  /** Type of the value. */
  type: "integer";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The value is a multiple of this. */
  multipleOf?: number;
  /** Smallest allowed value. */
  minimum?: number;
  /** The value is larger than this. */
  exclusiveMinimum?: number;
  /** Largest allowed value. */
  maximum?: number;
  /** The value is smaller than this. */
  exclusiveMaximum?: number;
  /** The only allowed value. */
  const?: number;
  /** The allowed values, each once. */
  enum?: number[];
}

/** True or false. */
export interface BooleanParameterSchema {
  /** Type of the value. */
  type: "boolean";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only allowed value. */
  const?: boolean;
  /** The allowed values, each once. */
  enum?: boolean[];
}

/** Nothing. */
export interface NullParameterSchema {
  /** Type of the value. */
  type: "null";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only allowed value. */
  const?: unknown;
  /** The allowed values, each once. */
  enum?: unknown[];
}

/** A value of any kind. */
export interface UnknownParameterSchema {
  /** Type of the value. */
  type: "unknown";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** The only allowed value. */
  const?: unknown;
  /** The allowed values, each once. */
  enum?: unknown[];
}

/** A value that fits one, all or any of several schemas. */
export interface LogicalParameterSchema {
  /** Type of the value. */
  type: "oneOf" | "allOf" | "anyOf";
  /** Meaning of the value, for the model. */
  description: string;
  /** Title of the value. */
  title?: string;
  /** Schemas of which the value fits exactly one. */
  oneOf?: ParameterSchema[];
  /** Schemas of which the value fits all. */
  allOf?: ParameterSchema[];
  /** Schemas of which the value fits at least one. */
  anyOf?: ParameterSchema[];
  /** The only allowed value. */
  const?: unknown;
  /** The allowed values, each once. */
  enum?: unknown[];
}

/** Schema of a value, by its type. */
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
  /** Type of the value. */
  type: "object";
  /** Schema of each property, by its name. */
  properties: { [name: string]: ParameterSchema };
  /** Meaning of the value, for the model. */
  description?: string;
  /** Title of the value. */
  title?: string;
  /** Names of the required properties. */
  required?: string[];
  /** Whether the object can have other properties. */
  additionalProperties?: boolean;
  /** Smallest number of properties. */
  minProperties?: number;
  /** Largest number of properties. */
  maxProperties?: number;
  /** The only allowed value. */
  const?: unknown;
  /** The allowed values, each once. */
  enum?: unknown[];
}

export interface ResponseFormat {
  /** Format of the answer, in the platform's words. */
  type: string;
  /** Schema that the answer follows. In Python, write the keys of dictionaries below it as the platform does, such as `minLength`, or use the classes of the package. */
  schema?: ObjectParameterSchema;
}

export interface ReasoningConfig {
  /** How much the model reasons before it answers. */
  reasoningEffort?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
}

export interface NotificationRecipient {
  /** E-mail address of the recipient. You can omit it if you set `userId`. */
  emailAddress?: string;
  /** Id of the user who gets the mail. */
  userId?: number | string;
  /** Name of the recipient. */
  displayName?: string;
}

export interface PaginationFieldFilterValues {
  /** Smallest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit. */
  MIN?: unknown;
  /** Largest value of the field. Assumed: of any type. Write whole numbers from 2^53 on as text, because numbers lose digits. If you omit it, Pulumi sends null. Assumed: null means no limit. */
  MAX?: unknown;
}

export interface PaginationField {
  /** Name of the field. Observed: `datecompleted`. */
  fieldName: string;
  /** Order of the values. If you omit it, the platform chooses. The specification shows `DESC`; `ASC` is assumed. */
  sortOrder?: "DESC" | "ASC" | (string & {});
  /** Returns only partitions whose field is within these bounds. */
  filterValues?: PaginationFieldFilterValues;
}

export interface ModelProviderUsage {
  /** Tokens in the prompt. Pulumi rounds numbers from 2^53 on. */
  inputTokens?: number;
  /** Tokens in the text. Pulumi rounds numbers from 2^53 on. */
  outputTokens?: number;
  /** All tokens. Pulumi rounds numbers from 2^53 on. */
  totalTokens?: number;
  /** Tokens that the model used for reasoning. Pulumi rounds numbers from 2^53 on. */
  reasoningTokens?: number;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

export interface TextChoice {
  /** The text of this choice. */
  output?: string;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

export interface Role {
  /** Id of the role. */
  id: string;
  /** Name of the role. */
  name: string;
  /** Purpose of the role. */
  description?: string;
  /** Number of grants that the role holds. */
  authorityCount?: number;
  /** Number of users who have the role. */
  userCount?: number;
  /** Creation time of the role. Vendor documentation: epoch milliseconds. */
  created?: number;
  /** Time of the last change. Vendor documentation: epoch milliseconds. */
  modified?: number;
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}

export interface ReportScheduleItem {
  /** Id of the schedule. */
  id: string;
  /** Title of the report. */
  title?: string;
  /** Id of the page. */
  pageId?: string;
  /** Id of the report view. */
  reportViewId?: string;
  /** Name of the report view. */
  viewName?: string;
  /** Type of the report, in the platform's words. */
  type?: string;
  /** Id of the user who owns the schedule. */
  ownerId?: string;
  /** Id of the embedded view. */
  embedViewId?: string;
  /** Assumed: whether the token's user owns the schedule. */
  owner?: boolean;
  /** Number of cards in the report. */
  cardCount?: number;
  /** Number of recipients. */
  recipientCount?: number;
  /** Id of the card. */
  cardId?: string;
  /** When the platform sends the report. */
  schedule?: {
    /** How often the platform sends the report. */
    frequency?: string;
    /** Days on which the platform sends the report. */
    daysToRun?: string;
    /** Hour of the day in `timezone`. */
    hourOfDay?: number;
    /** Minute of the hour. */
    minOfHour?: number;
    /** Time zone of the hour. */
    timezone?: string;
    /** Whether the schedule is active. */
    enabled?: boolean;
    /** Other fields that the platform sends, by their names. */
    otherFields?: { [name: string]: unknown };
  };
  /** Other fields that the platform sends, by their names. */
  otherFields?: { [name: string]: unknown };
}
