import type { Creation } from "../duplicates/creation";
import type { ProgramTwins } from "../duplicates/programTwins";
import type { Ownership } from "../duplicates/ownership";
import type { GroupReach } from "../mail/groupReach";
import type { Instance } from "../platform/instance";
import type { ImpossibleChangeLog } from "../report/impossibleChangeLog";
import type { Line, Notices } from "../report/notices";
import type { Settings } from "../settings/index";
import type { InstanceIdentity } from "../state/instanceIdentity";
import type { NewResources } from "./newResources";
import type { ObjectsElsewhere } from "./objectsElsewhere";

/** Everything that the verbs of one instance have in common. */
export interface Context {
  instance: Instance;
  settings: Settings;
  creation: Creation;
  ownership: Ownership;
  /** The instance of this run. */
  here: InstanceIdentity;
  elsewhere: ObjectsElsewhere;
  newResources: NewResources;
  twins: ProgramTwins;
  groupReach: GroupReach;
  impossibleLog: ImpossibleChangeLog;
  notices: Notices;
  /** The engine wants this process to end. */
  leaving: AbortSignal | undefined;
}

/** Shows or counts a line about the resource of a request: returns the lines to show now. */
export type Tell = (line: Line | undefined) => string[];
