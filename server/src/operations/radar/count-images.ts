import { setImmediate as nextTick } from "node:timers/promises";
import { type PhotoOfEvent, type Result, countingPhotos } from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import {
  type CountedImage,
  insertCountedImages,
  listAffectedPhotos,
  listStoredCodes,
  readCurrentResults,
  removeCountedImages,
} from "../../db/radar/counted-images.ts";

/** Images read and written per statement, and computed between two ticks: a few milliseconds, after which other requests are served. */
const IMAGES_PER_STATEMENT = 100;
const IMAGES_PER_TICK = 25;

/**
 * Stores the stickers of the photos that changes affect. Returns the photos, and the codes that they had or have.
 * @param affected null for all photos of the event
 */
export async function countImages(
  tx: Transaction,
  projectSid: string,
  affected: { imageSids: readonly string[]; areaSids: readonly string[] } | null,
): Promise<{ imageSids: string[]; codes: Set<string> }> {
  const photos = await listAffectedPhotos(tx, projectSid, affected);
  // A deleted image has no row any more.
  const imageSids = [...new Set([...photos.map(({ sid }) => sid), ...(affected?.imageSids ?? [])])];
  const codes = new Set(await listStoredCodes(tx, imageSids));
  await removeCountedImages(tx, imageSids);
  const counting = countingPhotos(photos);
  for (let from = 0; from < counting.length; from += IMAGES_PER_STATEMENT) {
    const counted = await readImages(tx, counting.slice(from, from + IMAGES_PER_STATEMENT));
    await insertCountedImages(tx, projectSid, counted);
    for (const { stickers } of counted) for (const { code } of stickers) codes.add(code);
  }
  return { imageSids, codes };
}

async function readImages(tx: Transaction, photos: readonly PhotoOfEvent[]): Promise<CountedImage[]> {
  const read = await readCurrentResults(
    tx,
    photos.map(({ sid }) => sid),
  );
  const counted: CountedImage[] = [];
  for (const [at, { sid, areaSid }] of photos.entries()) {
    const results = read.get(sid)?.();
    if (results) counted.push({ imageSid: sid, areaSid, ...countResults(results) });
    if (at % IMAGES_PER_TICK === 0) await nextTick();
  }
  return counted;
}

const QUANTITY = /^\d{1,9}$/;

const countResults = (results: readonly Result[]): Pick<CountedImage, "shelves" | "stickers"> => ({
  shelves: results.filter(({ label, discarded }) => label === "shelf" && !discarded).length,
  stickers: results.flatMap(({ label, discarded, code, quantity, rect }, position) => {
    if (label !== "sticker" || discarded) return [];
    const value = quantity?.value ?? "";
    return [{ position, code: code.value, quantity: QUANTITY.test(value) ? Number(value) : null, rect }];
  }),
});
