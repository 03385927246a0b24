import type { ImageStatus } from "../image/image.ts";

/**
 * How a photo of an area is used in the count (PD-67).
 * - `current`: the area's current photo, which counts.
 * - `too`: a user decided that it counts besides the current photo: it shows another part of the area.
 * - `not`: a user decided that it does not count beside another photo.
 * - `undecided`: no user has decided. An approved photo in this state blocks Complete.
 * - `voided`: its area is voided, so it does not count and needs no decision (PD-33).
 * - `rejected`: never counted.
 */
export const PHOTO_USES = ["current", "too", "not", "undecided", "voided", "rejected"] as const;
export type PhotoUse = (typeof PHOTO_USES)[number];

/** A photo of an area as the rules need it; `countsToo` is the recorded decision, null without one. */
export type AreaPhoto = { sid: string; status: ImageStatus; createdAt: string | Date; countsToo: boolean | null };

/**
 * The current photo of an area (PD-31): the newest one that is not rejected. Photos that a user excluded come after
 * the others, so that an area keeps a photo that counts. With only rejected photos it is the newest, so that the area
 * is shown as rejected. Equal times are ordered by sid, for a stable result.
 */
export function currentImage<I extends AreaPhoto>(photos: readonly I[]): I | null {
  return photos.toSorted(compareCurrentFirst)[0] ?? null;
}

const rank = ({ status, countsToo }: AreaPhoto): number => {
  if (status === "rejected") return 2;
  return countsToo === false ? 1 : 0;
};

function compareCurrentFirst(a: AreaPhoto, b: AreaPhoto): number {
  const newestFirst = new Date(b.createdAt).getTime() - new Date(a.createdAt).getTime();
  return rank(a) - rank(b) || newestFirst || (a.sid < b.sid ? 1 : -1);
}

/** The use of each photo of one area. This is the only rule that decides what counts (PD-67). */
export function photoUses<I extends AreaPhoto>(photos: readonly I[], area: { isVoided: boolean }): Map<I, PhotoUse> {
  const current = currentImage(photos);
  return new Map(photos.map((photo) => [photo, useOf(photo, current, area)]));
}

function useOf(photo: AreaPhoto, current: AreaPhoto | null, area: { isVoided: boolean }): PhotoUse {
  if (photo.status === "rejected") return "rejected";
  if (area.isVoided) return "voided";
  if (photo === current) return "current";
  if (photo.countsToo === null) return "undecided";
  return photo.countsToo ? "too" : "not";
}

/** `isAreaVoided` is false for a photo without an area. */
export type PhotoOfEvent = AreaPhoto & { areaSid: string | null; isAreaVoided: boolean };

/** `photoUses` of an event's photos that are in one area. */
export const photoUsesInArea = <I extends PhotoOfEvent>(photos: readonly I[]): Map<I, PhotoUse> =>
  photoUses(photos, { isVoided: photos.some(({ isAreaVoided }) => isAreaVoided) });

/** An event's approved photos by their use in the report. */
export type PhotosByUse<I> = {
  /** In the report. A photo without an area counts. */
  counted: I[];
  excluded: I[];
  /** Approved photos that need a decision before the event can be completed. */
  undecided: I[];
};

/** Applies `photoUsesInArea` to all areas of an event. Photos that are not approved are in none of the lists. */
export function photosByUse<I extends PhotoOfEvent>(photos: readonly I[]): PhotosByUse<I> {
  const sorted: PhotosByUse<I> = { counted: [], excluded: [], undecided: [] };
  for (const [areaSid, ofArea] of Map.groupBy(photos, (photo) => photo.areaSid)) {
    if (areaSid === null) sorted.counted.push(...ofArea.filter(isApproved));
    else for (const [photo, use] of photoUsesInArea(ofArea)) if (isApproved(photo)) listFor(sorted, use).push(photo);
  }
  return sorted;
}

const isApproved = ({ status }: AreaPhoto): boolean => status === "approved";

function listFor<I>(lists: PhotosByUse<I>, use: PhotoUse): I[] {
  if (use === "undecided") return lists.undecided;
  return use === "current" || use === "too" ? lists.counted : lists.excluded;
}

/**
 * Number of approved photos of an area that need a decision, from counts instead of photos. Equals the number of
 * undecided approved photos in `photoUses`, which has none for a voided area.
 * @param approvedUndecided approved photos of the area without a decision, the current one included
 */
export const countUndecided = (
  approvedUndecided: number,
  current: Pick<AreaPhoto, "status" | "countsToo"> | null,
  area: { isVoided: boolean },
): number => {
  if (area.isVoided) return 0;
  return current?.status === "approved" && current.countsToo === null ? approvedUndecided - 1 : approvedUndecided;
};
