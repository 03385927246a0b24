import { type Arbitrary, array, constant, constantFrom, integer, noBias, oneof, record } from "fast-check";

/** A change of a file's bytes at a relative position. */
type Change =
  | { kind: "byte"; at: number; to: number }
  | { kind: "cut"; at: number; length: number }
  | { kind: "again"; at: number; length: number }
  | { kind: "number"; at: number; to: string };

// Uniform: fast-check's doubles are biased to the ends, which would nearly always damage only the header.
const at = noBias(integer({ min: 0, max: 99_999 })).map((part) => part / 100_000);
const length = integer({ min: 1, max: 400 });

/** Random damage: other bytes, missing and repeated parts, absurd numbers. */
export const changes: Arbitrary<Change[]> = array(
  oneof(
    record({ kind: constant("byte" as const), at, to: integer({ min: 0, max: 255 }) }),
    record({ kind: constant("cut" as const), at, length }),
    record({ kind: constant("again" as const), at, length }),
    record({
      kind: constant("number" as const),
      at,
      to: constantFrom("-1", "0", "99999999999", "1e38", "2147483648"),
    }),
  ),
  { minLength: 1, maxLength: 12 },
);

export const changed = (bytes: Uint8Array, of: readonly Change[]): Buffer =>
  of.reduce<Buffer>((before, change) => applied(before, change), Buffer.from(bytes));

function applied(bytes: Buffer, change: Change): Buffer {
  const from = Math.floor(change.at * bytes.length);
  if (change.kind === "byte")
    return Buffer.concat([bytes.subarray(0, from), Buffer.of(change.to), bytes.subarray(from + 1)]);
  if (change.kind === "cut") return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + change.length)]);
  if (change.kind === "again") return Buffer.concat([bytes.subarray(0, from + change.length), bytes.subarray(from)]);
  const number = /\d+/.exec(bytes.toString("latin1", from));
  if (!number) return bytes;
  const start = from + number.index;
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(change.to), bytes.subarray(start + number[0].length)]);
}
