import { type Change, MAX_NAMED_AREAS } from "./publish-change.ts";

/** The images and areas that changes affected; `all` when they are unknown, or too many to list. */
export type AffectedRows = { images: Set<string>; areas: Set<string>; all: boolean };

export const noRows = (): AffectedRows => ({ images: new Set(), areas: new Set(), all: false });

export const isEmpty = ({ images, areas, all }: AffectedRows): boolean => !all && images.size === 0 && areas.size === 0;

/** Adds a change. Changes of detections and tasks alone affect no area. */
export function addChange(rows: AffectedRows, { kind, sid, projectSid }: Change): void {
  if (kind === "image") rows.images.add(sid);
  // A change under the event's sid means too many areas to list.
  else if (kind === "area" && sid !== projectSid) rows.areas.add(sid);
  else if (kind === "area" || kind === "project") rows.all = true;
  limit(rows);
}

export const union = (one: AffectedRows, other: AffectedRows): AffectedRows =>
  limit({
    images: new Set([...one.images, ...other.images]),
    areas: new Set([...one.areas, ...other.areas]),
    all: one.all || other.all,
  });

function limit(rows: AffectedRows): AffectedRows {
  if (rows.images.size + rows.areas.size > MAX_NAMED_AREAS) rows.all = true;
  if (rows.all) {
    rows.images.clear();
    rows.areas.clear();
  }
  return rows;
}
