import type { PairFacts } from "./facts.ts";
import type { FindingDraft } from "./finding.ts";
import { FINDING_KINDS } from "./kinds.ts";

/**
 * The finding about an undecided pair: if it is one sticker, its units count twice. Null for a pair without a quantity, which costs
 * nothing.
 */
export function judgePair({ sid, certainty, a, b }: PairFacts): FindingDraft | null {
  const [quantityA, quantityB] = [a.quantity ?? 0, b.quantity ?? 0];
  // Only one of two readings of a sticker can be right, so at least the smaller one is too many.
  const units = Math.min(quantityA, quantityB) || Math.max(quantityA, quantityB);
  if (units === 0) return null;
  return {
    kind: "stickerInTwoPhotos",
    subject: sid,
    state: `${a.code} ${quantityA} ${b.code} ${quantityB}`,
    likelihood: FINDING_KINDS.stickerInTwoPhotos.likelihood * certainty,
    units,
    code: a.code || b.code || null,
    areaNumber: a.areaNumber ?? b.areaNumber,
    imageSid: null,
    results: [a, b].map(({ imageSid, position }) => ({ imageSid, position })),
    details: { pairSid: sid, quantity: quantityA, ...(quantityA === quantityB ? {} : { otherQuantity: quantityB }) },
  };
}
