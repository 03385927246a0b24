import { type PhotoPair, type PhotoSticker, findPairs } from "@precount/domain";
import { cpuMs } from "./cpu-time.ts";
import type { View } from "./views.ts";

export interface Tally {
  right: number;
  wrong: number;
  missed: number;
  /** Certainties of the right and the wrong pairs. */
  certainties: { isRight: boolean; certainty: number }[];
  elapsedMs: number[];
}

export const emptyTally = (): Tally => ({ right: 0, wrong: 0, missed: 0, certainties: [], elapsedMs: [] });

/** Different texts on a shelf: with fewer texts than stickers, some texts repeat side by side. */
const TEXTS = 7;

/** Every shelf has the same few texts, so that each comparison has look-alikes. */
const stickersOf = (view: View): PhotoSticker[] =>
  view.stickers.map(({ id, rect }, index) => ({ index, code: String(Math.abs(id) % TEXTS), quantity: "1", rect }));

/** Compares two photos and adds the found and the missed pairs. */
export function compare(a: View, b: View, tally: Tally): void {
  const startedAt = cpuMs();
  const found = findPairs({ ...a.photo, stickers: stickersOf(a) }, { ...b.photo, stickers: stickersOf(b) });
  tally.elapsedMs.push(cpuMs() - startedAt);
  const truth = new Set(a.stickers.flatMap(({ id }) => (b.stickers.some((sticker) => sticker.id === id) ? [id] : [])));
  for (const { isRight, certainty, id } of judge(a, b, found)) {
    tally.certainties.push({ isRight, certainty });
    if (isRight) tally.right += 1;
    else tally.wrong += 1;
    if (isRight) truth.delete(id);
  }
  tally.missed += truth.size;
}

function judge(a: View, b: View, found: PhotoPair | null): { isRight: boolean; certainty: number; id: number }[] {
  return (found?.pairs ?? []).map(({ indexA, indexB, certainty }) => {
    const [idA, idB] = [a.stickers[indexA]?.id ?? 0, b.stickers[indexB]?.id ?? 0];
    return { isRight: idA === idB, certainty, id: idA };
  });
}
