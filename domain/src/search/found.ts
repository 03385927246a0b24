import type { ProjectStatus } from "../project/project.ts";

/** Longer texts are not searched for. */
export const MAX_SEARCH_LENGTH = 200;

/** The results of the search that is available on every screen (PD-173). */

export type FoundEvent = { slug: string; name: string; status: ProjectStatus };
/** `src` as in `imageSchema`. */
export type FoundPhoto = { sid: string; name: string; src: string; event: FoundEvent };
export type FoundArea = { number: number; event: FoundEvent };
/** `images`: the number of images with a sticker of this code. */
export type FoundCode = { code: string; images: number; event: FoundEvent };
export type FoundPerson = { sid: string; name: string; email: string };

export type FoundEverywhere = {
  events: FoundEvent[];
  photos: FoundPhoto[];
  areas: FoundArea[];
  codes: FoundCode[];
  people: FoundPerson[];
};
