import type { Change, Drift, FieldChange, Preview } from "../preview/types.js";
import { jsonText } from "../print.js";
import { effectsOf } from "../effects/effects.js";
import { TextFormatter } from "../output/texts.js";

/** A preview and its effects on people, as JSON. */
export function commentAsJson(preview: Preview, showAddresses = false): string {
  const { losses, mailings, access, once } = effectsOf(preview);
  const result = {
    ...preview,
    changes: preview.changes.map(plainChange),
    drift: preview.drift.map(plainChange),
    losses,
    mail: mailings.map(({ change, ...mailing }) => ({ ...named(change), ...mailing })),
    access: access.map(({ change, gains, loses, levels, notes }) => ({
      ...{ ...named(change), gains, loses, levels, notes },
    })),
    once: once.map(named),
  };
  return jsonText(new TextFormatter({ showAddresses, isFull: true }).plain(result));
}

const named = ({ urn, type, name, label }: Pick<Change, "urn" | "type" | "name" | "label">) => ({
  ...{ urn, type, name, label },
});

/** JSON omits undefined values, so a missing value becomes null. */
const plainChange = (change: Change | Drift) => ({
  ...named(change),
  ...{ op: change.op, id: change.id, instance: change.instance },
  ...("isRetained" in change && { isRetained: change.isRetained }),
  ...("earlier" in change && { earlier: change.earlier }),
  fields: change.fields.map(({ from = null, to = null, ...rest }: FieldChange) => ({
    ...{ ...rest, from, to },
  })),
});
