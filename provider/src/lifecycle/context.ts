import type { Creation } from "../duplicates/creation";
import type { GroupReach } from "../mail/groupReach";
import type { ImpossibleChangeLog } from "../report/impossibleChangeLog";
import type { ShownLine } from "../report/diagnostics";
import type { Line, Notices } from "../report/notices";
import type { InstanceIdentity } from "../state/instanceIdentity";
import type { MassDeletionGuard } from "./massDeletionGuard";
import type { NewResources } from "./newResources";
import type { ObjectsElsewhere } from "./moves";

/** Everything that the verbs of one instance have in common. */
export interface Context extends Pick<
  Creation,
  "instance" | "settings" | "ownership" | "journal" | "stored"
> {
  creation: Creation;
  instanceIdentity: InstanceIdentity;
  objectsElsewhere: ObjectsElsewhere;
  massDeletionGuard: MassDeletionGuard;
  newResources: NewResources;
  groupReach: GroupReach;
  impossibleLog: ImpossibleChangeLog;
  notices: Notices;
}

/** What a verb has to say about the resource of a request. */
export interface Lines {
  warnings?: readonly (Line | undefined)[];
  notices?: readonly (Line | undefined)[];
  /** Notices about other resources, as they are shown now. */
  ofOthers?: readonly ShownLine[];
}
