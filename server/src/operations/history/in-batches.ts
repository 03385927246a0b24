/** Detections of one statement. Patching their results takes some milliseconds, during which the process answers no other request. */
const BATCH = 250;

/** Reads rows by their sids, one batch after the other. */
export async function* inBatches<T>(
  sids: readonly string[],
  read: (batch: readonly string[]) => Promise<T>,
): AsyncGenerator<T> {
  for (let at = 0; at < sids.length; at += BATCH) yield await read(sids.slice(at, at + BATCH));
}
