import { type PhotoOfEvent, photoUsesInArea } from "../area/photo-use.ts";

/**
 * The photos that an open event's variance counts: those that would count if every photo were approved (PD-96). A photo that needs a
 * decision does not count beside the current photo of its area, and one of a voided area not at all.
 */
export const countingPhotos = <I extends PhotoOfEvent>(photos: readonly I[]): I[] =>
  [...Map.groupBy(photos, ({ areaSid }) => areaSid)].flatMap(([areaSid, ofArea]) => {
    if (areaSid === null) return ofArea.filter(({ status }) => status !== "rejected");
    const uses = photoUsesInArea(ofArea);
    return ofArea.filter((photo) => uses.get(photo) === "current" || uses.get(photo) === "too");
  });
