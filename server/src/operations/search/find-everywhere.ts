import { type FoundEverywhere, may } from "@precount/domain";
import { z } from "zod";
import { visibleTo } from "../../db/projects/visible-to.ts";
import {
  findAreas,
  findCodes,
  findEvents,
  findPeople,
  findPhotos,
  listSearchedEvents,
} from "../../db/search/find-everywhere.ts";
import type { SignedInContext } from "../context.ts";
import { slugOrSidSchema } from "../inputs.ts";

export const findEverywhereInput = z.object({
  text: z.string().trim().min(1).max(100),
  /** The event that the user has open: its images come first. */
  current: slugOrSidSchema.optional(),
});

/** Images, areas and codes are searched in this many events: the open one and the newest. */
const MAX_EVENTS = 20;
/** Fewer digits are the beginning of too many codes. */
const MIN_CODE_DIGITS = 3;

const NUMBER = /^\d{1,9}$/;
const CODE = new RegExp(String.raw`^\d{${MIN_CODE_DIGITS},6}$`);

/**
 * Events, images, areas, codes and people whose name contains a text. Everything is limited to the events that the user sees; people are
 * found by those who may list users. At most six statements.
 */
export async function findEverywhere(
  { db, session: { user } }: SignedInContext,
  { text, current }: z.infer<typeof findEverywhereInput>,
): Promise<FoundEverywhere> {
  const visible = visibleTo(user);
  const events = await listSearchedEvents(db, visible, { current, limit: MAX_EVENTS });
  const [foundEvents, photos, areas, codes, people] = await Promise.all([
    findEvents(db, visible, text),
    findPhotos(db, events, text),
    NUMBER.test(text) ? findAreas(db, events, Number(text)) : [],
    CODE.test(text) ? findCodes(db, events, text) : [],
    may(user, "user.list").ok ? findPeople(db, text) : [],
  ]);
  return { events: foundEvents, photos, areas, codes, people };
}
