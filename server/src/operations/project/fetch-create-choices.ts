import { EVERYONE, type ItemListChoice, groupIdsSchema } from "@precount/domain";
import { z } from "zod";
import { listChoosableLists } from "../../db/items/lists.ts";
import { type ComparableEvent, listComparableEvents } from "../../db/variance/previous-event.ts";
import type { SignedInContext } from "../context.ts";

export const fetchCreateChoicesInput = z.object({ groups: groupIdsSchema.default([EVERYONE]) }).prefault({});

/** The item lists and earlier events that a new event of these groups can have. */
export async function fetchCreateChoices(
  { db, session }: Pick<SignedInContext, "db" | "session">,
  { groups }: z.infer<typeof fetchCreateChoicesInput>,
): Promise<{ itemLists: ItemListChoice[]; previousEvents: ComparableEvent[] }> {
  const event = { sid: null, groups };
  return {
    itemLists: await listChoosableLists(db, { ...event, itemListSid: null }),
    previousEvents: await listComparableEvents(db, event, session.user),
  };
}
