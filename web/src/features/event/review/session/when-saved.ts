import type { ReviewSession } from "./review-session.ts";

/** Resolves once no edit waits or is on its way: true when all are saved, false when one cannot be saved now. */
export async function whenSaved(session: ReviewSession): Promise<boolean> {
  // A field that loses the focus by the click that asks makes its edit first.
  await new Promise((resolve) => {
    requestAnimationFrame(resolve);
  });
  const state = (): string => {
    session.snapshot();
    return session.get().edits.saveState;
  };
  while (state() === "saving") {
    await new Promise<void>((resolve) => {
      const stop = session.queue.subscribe(() => {
        stop();
        resolve();
      });
    });
  }
  return state() === "saved";
}
