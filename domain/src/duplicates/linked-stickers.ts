import { type Outcome, allow, refuse } from "../common/outcome.ts";

/** A result of an image. */
export interface StickerRef {
  imageSid: string;
  index: number;
}

export type PairRef = { a: StickerRef; b: StickerRef };

/** A sticker that does not count, because it is the same as one that does. */
export interface LinkedSticker extends StickerRef {
  countedIn: StickerRef;
}

const keyOf = ({ imageSid, index }: StickerRef): string => `${imageSid} ${index}`;

/** Groups of results that show one sticker, over any number of images. */
function groupsOf(pairs: readonly PairRef[]): StickerRef[][] {
  const groups = new Map<string, StickerRef[]>();
  for (const { a, b } of pairs) {
    const [groupA, groupB] = [groups.get(keyOf(a)) ?? [a], groups.get(keyOf(b)) ?? [b]];
    const joined = groupA === groupB ? groupA : [...groupA, ...groupB];
    for (const member of joined) groups.set(keyOf(member), joined);
  }
  return [...new Set(groups.values())];
}

/**
 * The stickers that are left out of the count, given the pairs with the status `same` (PD-93): of each group the first one that counts
 * at all keeps the count.
 * @param imageSids the images that count, in the report's order
 * @param counts whether a result is in the count: a sticker that is not discarded
 */
export function linkedStickers(
  pairs: readonly PairRef[],
  imageSids: readonly string[],
  counts: (sticker: StickerRef) => boolean,
): LinkedSticker[] {
  const order = new Map(imageSids.map((sid, position) => [sid, position]));
  return groupsOf(pairs).flatMap((group) => {
    const counted = group
      .filter((sticker) => order.has(sticker.imageSid) && counts(sticker))
      .toSorted((a, b) => (order.get(a.imageSid) ?? 0) - (order.get(b.imageSid) ?? 0) || a.index - b.index);
    const [first, ...others] = counted;
    return first === undefined ? [] : others.map(({ imageSid, index }) => ({ imageSid, index, countedIn: first }));
  });
}

/**
 * Whether the decisions about pairs fit together: two stickers of one photo are two, and a sticker cannot be the same as two that
 * are different.
 * @param same all pairs of the event with this status, with the new ones
 * @param two all pairs of the event with this status
 */
export function checkMerge(same: readonly PairRef[], two: readonly PairRef[]): Outcome<true> {
  const groups = groupsOf(same);
  for (const group of groups) {
    if (new Set(group.map(({ imageSid }) => imageSid)).size < group.length) {
      return refuse("Then two stickers of one photo would count as one. Two stickers in one photo are two.");
    }
  }
  const groupOf = new Map(groups.flatMap((group) => group.map((sticker) => [keyOf(sticker), group] as const)));
  const isContradicted = two.some(({ a, b }) => {
    const group = groupOf.get(keyOf(a));
    return group !== undefined && group === groupOf.get(keyOf(b));
  });
  return isContradicted ? refuse("Another decision says that these are two stickers. Undo it first.") : allow;
}
