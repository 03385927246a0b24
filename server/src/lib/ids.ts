import { randomBytes } from "node:crypto";
import { createId } from "@paralleldrive/cuid2";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const CHARACTERS = `${LETTERS}0123456789`;
const SID_LENGTH = 24;

/** A new cuid2: 24 lowercase alphanumerics (PD-3). */
export const newSid = (): string => createId();

/**
 * Many of the same shape at once. cuid2 hashes each in JavaScript, 0.2 ms: a range of 5,000 areas would hold the whole server
 * up for a second. These are the system's random numbers as they come, 120 bits each.
 */
export function newSids(count: number): string[] {
  const draw = drawer(count * SID_LENGTH);
  return Array.from({ length: count }, () => {
    let sid = draw(LETTERS);
    while (sid.length < SID_LENGTH) sid += draw(CHARACTERS);
    return sid;
  });
}

/** Draws characters, each as likely as the others. @param expected how many will be, roughly */
function drawer(expected: number): (from: string) => string {
  let bytes = randomBytes(expected);
  let at = 0;
  return (from) => {
    // Bytes above the last full round would make its first characters likelier.
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
