import { type Placed, shelfIndexes } from "./assign-shelves.ts";

/** The stickers on one shelf. `shelf` and `stickers` are indexes of results; `shelf` is null for stickers without a shelf. */
export type ProofGroup = { shelf: number | null; stickers: readonly number[] };

/**
 * The results of a photo in the order in which a person compares them with it: shelf by shelf from top to bottom, and the stickers of
 * each shelf from left to right. Discarded results are left out.
 */
export function proofGroups(results: readonly Placed[]): ProofGroup[] {
  const shelfOf = shelfIndexes(results);
  const shown = results.flatMap((result, index) => (result.discarded === true ? [] : [{ ...result, index }]));
  const stickersOn = (shelf: number | null): number[] =>
    shown
      .filter(({ index, label }) => label === "sticker" && shelfOf[index] === shelf)
      .toSorted((a, b) => middleOf(a) - middleOf(b) || a.index - b.index)
      .map(({ index }) => index);
  const shelves = shown
    .filter(({ label }) => label === "shelf")
    .toSorted((a, b) => a.rect.y - b.rect.y || a.index - b.index)
    .map(({ index }) => ({ shelf: index, stickers: stickersOn(index) }));
  const others = stickersOn(null);
  return others.length === 0 ? shelves : [...shelves, { shelf: null, stickers: others }];
}

const middleOf = ({ rect }: Placed): number => rect.x + rect.width / 2;
