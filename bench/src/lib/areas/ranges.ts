import { percentile } from "../percentile.ts";
import type { Stack } from "../stack.ts";
import { insertPhotos, makeEvent } from "./seed.ts";

const SIZE = 5000;
const TIMES = 8;

/**
 * Ranges of 5,000 areas through the API, p95 in ms: created, created where photos with matching names exist, voided.
 */
export async function measureRanges(stack: Stack): Promise<Record<string, number>> {
  await makeEvent(stack, "bare-ranges");
  const pictured = await makeEvent(stack, "pictured-ranges");
  await insertPhotos(stack, pictured.sid, { from: 1, to: SIZE * TIMES });
  await stack.pool.query("vacuum analyze");
  const p95 = async (procedure: string, slug: string): Promise<number> => {
    const times: number[] = [];
    for (let n = 0; n < TIMES; n++) {
      const startedAt = performance.now();
      await stack.client.call(procedure, { project: { slug }, from: 1 + n * SIZE, to: (n + 1) * SIZE });
      times.push(performance.now() - startedAt);
    }
    return Math.round(percentile(times, 0.95));
  };
  return {
    rangeMs: await p95("area.createRange", "bare-ranges"),
    rangeWithPhotosMs: await p95("area.createRange", "pictured-ranges"),
    voidRangeMs: await p95("area.voidRange", "bare-ranges"),
  };
}
