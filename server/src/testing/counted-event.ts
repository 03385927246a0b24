import type { Item, Prediction } from "@precount/domain";
import type { Queryable } from "../db/connect.ts";
import { eq } from "../db/drizzle.ts";
import { itemListVersions, itemLists, items } from "../db/schema/items.ts";
import { projects } from "../db/schema/projects.ts";
import { newSid } from "../lib/ids.ts";
import { makePrediction } from "./factories.ts";

/** A sticker that was read with confidence. */
export const makeSticker = (code: string, quantity: string | number, given: Partial<Prediction> = {}): Prediction =>
  makePrediction({
    code: { value: code, pattern: "^\\d{6}$", confidence: 0.95 },
    quantity: { value: String(quantity), pattern: "^[1-9]\\d*$", confidence: 0.95 },
    ...given,
  });

/** Gives an event its own item list with these items. */
export async function makeItemList(
  db: Queryable,
  projectSid: string,
  given: readonly (Partial<Item> & { code: string })[],
): Promise<void> {
  const [listSid, versionSid] = [newSid(), newSid()];
  await db.insert(itemLists).values({ sid: listSid, projectSid, currentVersion: 1 });
  const counts = { itemCount: given.length, addedCount: given.length, changedCount: 0, removedCount: 0 };
  await db.insert(itemListVersions).values({ sid: versionSid, listSid, version: 1, fileName: "items.csv", ...counts });
  await db.insert(items).values(given.map((item) => ({ versionSid, ...item })));
  await db.update(projects).set({ itemListSid: listSid }).where(eq(projects.sid, projectSid));
}
