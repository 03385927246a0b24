import { hashText } from "../common/text-hash.ts";

/** One example in this many is kept for judging models. */
const HELD_OUT_IN = 5;

/**
 * Whether an example is kept for judging models and never trained on: a random 20 %. The choice follows from the
 * example's key (32-bit FNV-1a hash), so that it never changes.
 */
export function isHeldOut(key: string): boolean {
  const hash = hashText(key);
  // The low bits of the hash of similar keys are alike.
  return ((hash ^ (hash >>> 15)) >>> 0) % HELD_OUT_IN === 0;
}
