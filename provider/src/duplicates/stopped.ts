import type { StopReason } from "../decisions/create";
import * as messages from "../report/messages/index";
import { differingPaths } from "../state/compare";
import { notCompared } from "../state/likeness";
import type { PlatformError } from "../messages/errors";
import type { Foreseen } from "./createEvidence";
import { latestEffect } from "../state/youngWrite";

/** The failure of a create that makes nothing: the reason of the verdict in words. */
export function stopped({ verdict, evidence }: Foreseen): PlatformError {
  const { request, lost, earlier, reading, services } = evidence;
  const { resource, inputs, identity, verbs } = request;
  const { settings } = services;
  const { confirmAbsent: confirmed } = settings;
  const why: StopReason = verdict.do === "stop" ? verdict.why : "lost";
  const ids = verdict.do === "stop" ? verdict.ids : [];
  const [id = ""] = ids;
  const objects = ids.flatMap((one) => evidence.shown.objects.get(one) ?? []);
  const at = earlier?.sentAt ?? 0;
  const held = services.stored.of(identity);
  const renamed = messages.ifRenamed(held === undefined || services.stored.mayBeRenamed(identity));
  switch (why) {
    case "cannotReplace":
      return messages.cannotReplaceNow(resource, inputs, renamed);
    case "mustDeleteFirst": {
      const isFirst = held?.compared === "replaced" || held?.compared === "same";
      const named = isFirst ? evidence.namesakes : undefined;
      return messages.mustDeleteFirst(resource, inputs, renamed, named);
    }
    case "several":
      return messages.severalMade(resource, inputs, objects);
    case "unseen": {
      const isYoung = reading?.found !== "unknown";
      const why = isYoung ? messages.notShownYet(Date.now() - at) : reading.why;
      return messages.unknownCreated(resource, inputs, { id, at, why, confirmed, isYoung });
    }
    case "savedElsewhere":
      return messages.savedElsewhere({ resource, inputs, verbs }, id, at, confirmed);
    case "cannotTakeOver": {
      const live = reading?.found === "present" ? reading.live : {};
      const differing = differingPaths(resource.inputs, inputs, live);
      return messages.cannotTakeOver(resource, id, inputs, live, differing, evidence.shown.byMail);
    }
    case "duplicate": {
      // If the engine reported the replaced object, the duplicates are other objects.
      const isOther = (held?.ids.size ?? 0) > 0;
      const ways = isOther ? undefined : messages.ifReplacing(resource, verbs.delete !== undefined);
      const unseen = notCompared(request, ...objects);
      return messages.duplicateExists(resource, inputs, ids, unseen, ways);
    }
    case "leaves":
    case "mayLeave":
      return messages.cannotCreateBeside(resource, inputs, {
        namesakes: evidence.shown.namesakesOf(ids),
        isStored: why === "leaves",
        urn: services.stored.undeclaredHolder(resource, id)?.urn,
        canDelete: verbs.delete !== undefined,
        ifReplacing: messages.ifReplacing(resource, verbs.delete !== undefined),
      });
    case "lost": {
      const latest = latestEffect(at, settings) + settings.visibilityDelaySeconds * 1000;
      const until = verbs.list === undefined ? undefined : latest;
      const { mayBeHidden } = evidence;
      const create = { identity, confirmed, lost, similar: ids, until, mayBeHidden };
      return messages.unknownCreate(resource, inputs, create);
    }
  }
}
