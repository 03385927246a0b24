import { createHash } from "node:crypto";

/** Hexadecimal digits of the hash that make a key: 48 bits, which a number holds exactly. */
const KEY_DIGITS = 12;

/**
 * The permanent random number of a unit: the first 48 bits of SHA-256 of `seed/detection/unit`. The unit is its place among the units
 * of its detection, in the order in which they entered the population; `photo` for the photo.
 */
export const samplingKey = (seed: string, detectionSid: string, unit: number | "photo"): number =>
  Number.parseInt(
    createHash("sha256").update(`${seed}/${detectionSid}/${unit}`).digest("hex").slice(0, KEY_DIGITS),
    16,
  );
