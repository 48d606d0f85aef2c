import { pluralOf } from "../../definition/object";
import type { ObjectResource } from "../../definition/object";
import { memoize } from "../../definition/memoize";
import type { Resource } from "../../definition/resource";
import type { SeriesLine } from "../../platform/longWaits";
import { sentence } from "../../messages/adviceText";
import { placeOf } from "../../messages/settingPlaces";
import type { Notice } from "../notices";

/** Messages about details, which only the fetch of an object shows. */

/** The fetch of an object answered 404, although the list shows the object. */
export const listedOnly = ({ noun }: Resource, id: string): string =>
  `Could not read ${noun} ${id}: it answered 404, although the list shows the ${noun}`;

/** An object whose details the platform did not show at a refresh. */
export function detailsNotShown({ name }: Resource, why: string, paths: readonly string[]): Notice {
  const fields = paths.join(", ");
  return {
    kind: `details of ${name}`,
    first: `${sentence(why)} Pulumi cannot see manual changes of its ${fields}.`,
    several: (resources) =>
      `The platform does not show ${fields} of ${resources}, so Pulumi cannot see manual changes there.`,
  };
}

export const detailsNeedExtended = (resource: ObjectResource, paths: readonly string[]): string =>
  `${placeOf("readDetails")} needs extended operations. Pulumi cannot see manual changes of ${paths.join(", ")} of ${pluralOf(resource)}.`;

/** The line about a refresh that reads the details of many objects. */
export const detailsRead = memoize(
  (plural: string): SeriesLine =>
    ({ count, seconds }) =>
      `Reading the details of ${plural} one by one: ${count} so far, in ${seconds} s.`,
);
