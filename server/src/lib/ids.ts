import { randomBytes } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CHARACTERS = `${LETTERS}0123456789`;
const SID_LENGTH = 24;

/** A new cuid2: 24 lowercase alphanumerics (PD-3). */
export const newSid = (): string => createId();

/**
 * Many ids of the same form. cuid2 takes 0.2 ms for each, so a range of 5,000 areas would block the server for a second. These consist
 * of random characters, with 120 bits of randomness each.
 */
export function newSids(count: number): string[] {
  const draw = drawer(count * SID_LENGTH);
  return Array.from({ length: count }, () => {
    let sid = draw(LETTERS);
    while (sid.length < SID_LENGTH) sid += draw(CHARACTERS);
    return sid;
  });
}

/** Draws characters with equal probability. @param expected the approximate number of draws */
function drawer(expected: number): (from: string) => string {
  let bytes = randomBytes(expected);
  let at = 0;
  return (from) => {
    // Bytes above the last multiple of the length would favor the first characters.
    const limit = 256 - (256 % from.length);
    for (;;) {
      if (at === bytes.length) {
        bytes = randomBytes(expected);
        at = 0;
      }
      const byte = bytes[at] ?? 256;
      at += 1;
      if (byte < limit) return from[byte % from.length] ?? "";
    }
  };
}
