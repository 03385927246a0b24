import type { ReadingRef } from "./focus-tracker.ts";
import { commitReading } from "./readings.ts";
import type { ReviewSession } from "./review-session.ts";

/** Drafts of results that the server has; one of a result that is not saved yet waits for that result. */
function readingOfTarget(target: string): ReadingRef | null {
  const [, digits, field] = /^(\d+) (code|quantity)$/.exec(target) ?? [];
  return digits !== undefined && (field === "code" || field === "quantity") ? { index: Number(digits), field } : null;
}

/**
 * Enters the drafts of a page that was closed, as leaving their fields would have done. An invalid draft stays in its
 * field with the reason. Also follows drafts that another closed page left behind.
 * @returns stops following
 */
export function enterStoredDrafts(session: ReviewSession): () => void {
  const { queue, ref } = session;
  const enter = (target: string): void => {
    const draft = queue.draft(ref.detectionSid, target);
    const reading = readingOfTarget(target);
    if (draft !== null && reading) commitReading(session, reading, draft.text);
  };
  const enterAll = async (): Promise<void> => {
    await queue.loaded;
    for (const target of Object.keys(queue.drafts(ref.detectionSid))) enter(target);
  };
  void enterAll();
  return queue.onRecovered(({ place, events }) => {
    if (place.detectionSid !== ref.detectionSid) return;
    for (const event of events) if (event.type === "draft") enter(event.target);
  });
}
