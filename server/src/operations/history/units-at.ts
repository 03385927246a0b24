import { countUnits } from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { type MomentPhoto, readLogLengthsAt, readResultsAt } from "../../db/history/moments.ts";
import { inBatches } from "./in-batches.ts";

/** A detection with a length of its log: its units at that length never change. About 100 bytes each. */
const MAX_KNOWN = 100_000;
const known = new Map<string, number>();

/** The sum of the quantities of an event's counted photos at a moment. Units that were computed before are not computed again. */
export async function unitsAt(db: Queryable, photos: readonly MomentPhoto[], at: Date): Promise<number> {
  const sids = photos.flatMap(({ detectionSid }) => detectionSid ?? []);
  const lengths = await readLogLengthsAt(db, sids, at);
  const keyOf = (sid: string): string => `${sid} ${lengths.get(sid) ?? ""}`;
  const units = new Map(sids.map((sid) => [sid, known.get(keyOf(sid))]));
  const unknown = sids.filter((sid) => units.get(sid) === undefined);
  for await (const results of inBatches(unknown, (batch) => readResultsAt(db, batch, at))) {
    for (const [sid, ofDetection] of results) units.set(sid, remember(keyOf(sid), countUnits(ofDetection)));
  }
  return [...units.values()].reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

function remember(key: string, units: number): number {
  const [oldest] = known.keys();
  if (known.size >= MAX_KNOWN && oldest !== undefined) known.delete(oldest);
  known.set(key, units);
  return units;
}
