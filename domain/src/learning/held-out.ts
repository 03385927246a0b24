/** One example in this many is kept for judging models. */
const HELD_OUT_IN = 5;

/**
 * Whether an example is kept for judging models and never trained on: a random 20 %. The choice follows from the
 * example's key (32-bit FNV-1a hash), so that it never changes.
 */
export function isHeldOut(key: string): boolean {
  let hash = 0x811c9dc5;
  for (const character of key) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  // The low bits of the hash of similar keys are alike.
  return ((hash ^ (hash >>> 15)) >>> 0) % HELD_OUT_IN === 0;
}
