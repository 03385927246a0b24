import {
  type ComparedRow,
  changedUnits,
  compareReportOrder,
  compareRows,
  photosByUse,
  sourcedRows,
} from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { type MomentPhoto, listChangedImages, readPhotosAt, readResultsAt } from "../../db/history/moments.ts";
import { AppError } from "../../errors/app-error.ts";
import { inBatches } from "./in-batches.ts";
import { type Comparison, RecentComparisons } from "./recent-comparisons.ts";

type Moments = { from: Date; to: Date };

/** The rows of both moments are in memory at once: about 400 bytes each. */
const MAX_STICKERS = 200_000;

const recent = new RecentComparisons();

/** Like `compareMoments`. A comparison of the past is kept for a minute. */
export function compareMomentsOnce(db: Queryable, projectSid: string, moments: Moments): Promise<Comparison> {
  const compare = (): Promise<Comparison> => compareMoments(db, projectSid, moments);
  // Until a moment in the future, more can change.
  if (moments.to.getTime() >= Date.now()) return compare();
  return recent.get(`${projectSid} ${moments.from.toISOString()} ${moments.to.toISOString()}`, compare);
}

/**
 * The rows that a report would have had at two moments, as far as they differ. Only photos of which something changed are computed: 100,000
 * stickers take seconds.
 */
async function compareMoments(db: Queryable, projectSid: string, moments: Moments): Promise<Comparison> {
  const { from, to } = moments;
  const [before, after] = [await countedPhotos(db, projectSid, from), await countedPhotos(db, projectSid, to)];
  const changed = await listChangedImages(db, projectSid, moments);
  // The use of a photo can change with another photo of its area.
  const isSame = (photo: MomentPhoto): boolean =>
    before.has(photo.sid) && after.has(photo.sid) && !changed.has(photo.sid);
  const differing = [before, after].map((photos) => [...photos.values()].filter((photo) => !isSame(photo)));
  const [old = [], now = []] = differing;
  if (Math.max(countStickers(old), countStickers(now)) > MAX_STICKERS) {
    throw new AppError("PRECONDITION_FAILED", "More than 200,000 stickers differ. Choose moments closer together.");
  }
  const changes = compareRows(await rowsAt(db, old, from), await rowsAt(db, now, to));
  return { changes, units: changedUnits(changes) };
}

async function countedPhotos(db: Queryable, projectSid: string, at: Date): Promise<Map<string, MomentPhoto>> {
  const { counted } = photosByUse(await readPhotosAt(db, projectSid, at));
  return new Map(counted.map((photo) => [photo.sid, photo]));
}

const countStickers = (photos: readonly MomentPhoto[]): number =>
  photos.reduce((sum, { stickers }) => sum + stickers, 0);

async function rowsAt(db: Queryable, photos: readonly MomentPhoto[], at: Date): Promise<ComparedRow[]> {
  const sids = photos.flatMap(({ detectionSid }) => detectionSid ?? []);
  const byDetection = new Map(photos.map((photo) => [photo.detectionSid, photo]));
  const byPhoto = new Map<MomentPhoto, ReturnType<typeof sourcedRows>>();
  for await (const results of inBatches(sids, (batch) => readResultsAt(db, batch, at))) {
    for (const [sid, ofDetection] of results) {
      const photo = byDetection.get(sid);
      // Only the rows are kept: results have the alternatives of each reading.
      if (photo) byPhoto.set(photo, sourcedRows({ ...photo, results: ofDetection }));
    }
  }
  const rows = photos.toSorted(compareReportOrder).flatMap((photo) => byPhoto.get(photo) ?? []);
  return rows.map(({ row, source }, index) =>
    Object.assign(row, { position: index + 1, source: `${source.imageSid}:${source.index}` }),
  );
}
