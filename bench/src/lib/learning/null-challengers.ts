import { type ComparedSticker, MIN_FROZEN_STICKERS, judgePromotion } from "@precount/domain";
import { seededRandom } from "../lists/random.ts";

const NULL_CHALLENGERS = 500;

/**
 * How many of a number of useless challengers the promotion rule accepts. Each is made from two models: for each sticker
 * it is decided at random which of the two read it as champion and which as challenger, so that neither is better. The
 * reference set counts as read equally well, because it would refuse most of them.
 */
export function acceptedNullChallengers(
  heldOut: readonly ComparedSticker[],
  seed: number,
): { accepted: number; judged: number } {
  const random = seededRandom(seed);
  const equal = { right: true, valid: true };
  const frozen = Array.from({ length: MIN_FROZEN_STICKERS }, (): ComparedSticker => {
    const outcome = { code: equal, quantity: equal };
    return { account: null, champion: outcome, challenger: outcome };
  });
  let accepted = 0;
  for (let i = 0; i < NULL_CHALLENGERS; i += 1) {
    const swapped = heldOut.map(({ account, champion, challenger }) =>
      random() < 0.5 ? { account, champion, challenger } : { account, champion: challenger, challenger: champion },
    );
    if (judgePromotion({ heldOut: swapped, frozen }).ok) accepted += 1;
  }
  return { accepted, judged: NULL_CHALLENGERS };
}
