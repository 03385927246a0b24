import { createHash } from "node:crypto";
import { setImmediate as nextTick } from "node:timers/promises";
import { PHOTO_STRATUM, type Result, parseUnits, photosByUse, rowStratum } from "@precount/domain";
import type { BlindCountRow } from "../../db/blind-counts/counts.ts";
import {
  type CountedDetection,
  type KnownDetection,
  type KnownRow,
  type NewCheck,
  insertChecks,
  readEditors,
  readKnownDetections,
  readKnownRows,
  readReportDetections,
  setKnownDetections,
  setPopulationState,
} from "../../db/blind-counts/population.ts";
import type { Transaction } from "../../db/connect.ts";
import { hashPairsWithStatus } from "../../db/duplicates/pairs.ts";
import { type ReportPhoto, readReportPhotos, readReportResults } from "../../db/reports/sources.ts";
import { newSid } from "../../lib/ids.ts";
import { findLinkedStickers } from "../duplicate/linked-of-event.ts";
import { samplingKey } from "./sampling-key.ts";

/** Images whose results are in memory at once. */
const IMAGES_PER_STATEMENT = 200;

/**
 * Adds the rows to a count's population that would be in the report and are not in it: of newly approved images, rows that a person
 * changed or added since, and stickers that no other image counts any more (PD-93). Rows that changed stay in it with their former
 * values, so that found errors are not forgotten.
 * Returns the detections that are in the report, and whether one of them has changed.
 */
export async function extendPopulation(
  tx: Transaction,
  count: BlindCountRow,
): Promise<{ detectionSids: string[]; hasChanged: boolean }> {
  const { counted } = photosByUse(await readReportPhotos(tx, count.projectSid));
  const detections = await readReportDetections(
    tx,
    counted.map(({ sid }) => sid),
  );
  const detectionSids = detections.map(({ detectionSid }) => detectionSid);
  const state = hashState(counted, detections, await hashPairsWithStatus(tx, count.projectSid, "same"));
  if (state === count.populationState) return { detectionSids, hasChanged: false };
  const { linked } = await findLinkedStickers(tx, count.projectSid, counted);
  const known = await readKnownDetections(tx, count.sid);
  const changed = detections.filter((detection) =>
    hasNewRows(detection, known.get(detection.detectionSid), linked.get(detection.imageSid)),
  );
  for (let at = 0; at < changed.length; at += IMAGES_PER_STATEMENT) {
    await addRows(tx, count, changed.slice(at, at + IMAGES_PER_STATEMENT), linked);
    await nextTick();
  }
  await setPopulationState(tx, count.sid, state);
  return { detectionSids, hasChanged: changed.length > 0 };
}

/** A hash of all that decides which rows the report has: its photos in their order, their results, and the stickers that are the same. */
function hashState(photos: readonly ReportPhoto[], detections: readonly CountedDetection[], pairsHash: string): string {
  const revisions = new Map(
    detections.map(({ imageSid, detectionSid, revision }) => [imageSid, [detectionSid, revision]]),
  );
  const facts = photos.map(({ sid, areaCode, bayCode, shelfCode, name }) =>
    JSON.stringify([sid, areaCode, bayCode, shelfCode, name, revisions.get(sid)]),
  );
  return createHash("sha256")
    .update([pairsHash, ...facts.toSorted()].join("\n"))
    .digest("hex");
}

/** Whether a detection can have rows that are not in the population: it has changed, or another image counted one of its stickers. */
const hasNewRows = (
  { revision }: CountedDetection,
  known: KnownDetection | undefined,
  linked: ReadonlySet<number> = new Set(),
): boolean =>
  known === undefined ||
  known.revision !== revision ||
  known.linked === null ||
  known.linked.some((position) => !linked.has(position));

async function addRows(
  tx: Transaction,
  count: BlindCountRow,
  changed: readonly CountedDetection[],
  linked: ReadonlyMap<string, ReadonlySet<number>>,
): Promise<void> {
  const detectionSids = changed.map(({ detectionSid }) => detectionSid);
  const results = await readReportResults(
    tx,
    changed.map(({ imageSid }) => imageSid),
  );
  const known = await readKnownRows(tx, count.sid, detectionSids);
  const editors = await readEditors(tx, detectionSids);
  const added = changed.flatMap((detection) =>
    newUnits(count, detection, {
      results: results.get(detection.imageSid)?.results() ?? [],
      known: known.get(detection.detectionSid) ?? [],
      linked: linked.get(detection.imageSid) ?? new Set(),
      editors: editors.get(detection.detectionSid) ?? [],
    }),
  );
  await insertChecks(tx, added);
  await setKnownDetections(
    tx,
    count.sid,
    changed.map(({ imageSid, detectionSid, revision }) => ({
      detectionSid,
      revision,
      linked: [...(linked.get(imageSid) ?? [])],
    })),
  );
}

type DetectionFacts = {
  results: readonly Result[];
  known: readonly KnownRow[];
  linked: ReadonlySet<number>;
  editors: readonly string[];
};

/** The rows of a detection that are not known, and its photo if it is new. */
function newUnits(
  { sid: countSid, seed }: BlindCountRow,
  { imageSid, detectionSid, modelSid, validatedBy }: CountedDetection,
  { results, known, linked, editors }: DetectionFacts,
): NewCheck[] {
  const excluded = [...new Set([validatedBy, ...editors])];
  const unit = { countSid, imageSid, detectionSid, modelSid, validatedBy, excluded };
  const isKnown = new Set(known.map(({ position, code, quantity }) => `${position} ${code} ${quantity}`));
  const rows = results.flatMap((result, position) => {
    const [code, quantity] = [result.code.value, result.quantity?.value ?? ""];
    const counts = result.label === "sticker" && !result.discarded && !linked.has(position);
    if (!counts || isKnown.has(`${position} ${code} ${quantity}`)) return [];
    return [{ position, stratum: rowStratum(result), code, quantity, units: parseUnits(quantity) }];
  });
  const knownRows = known.filter(({ position }) => position !== null).length;
  const checks = rows.map((row, nth) =>
    Object.assign({ sid: newSid(), key: samplingKey(seed, detectionSid, knownRows + nth) }, unit, row),
  );
  if (known.some(({ position }) => position === null)) return checks;
  const photo = { position: null, stratum: PHOTO_STRATUM, code: "", quantity: "", units: 0 };
  return [...checks, { sid: newSid(), key: samplingKey(seed, detectionSid, "photo"), ...unit, ...photo }];
}
