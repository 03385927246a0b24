import { patternOf } from "@precount/domain";

/** The typed values of a sticker. */
export type Entry = { field: "code" | "quantity"; code: string; quantity: string };
export const EMPTY_ENTRY: Entry = { field: "code", code: "", quantity: "" };

const LENGTHS = { code: 6, quantity: 6 } as const;

/** Types a digit. After the last digit of the code, the quantity is next. */
export function typeDigit(entry: Entry, digit: string): Entry {
  const { field } = entry;
  if (entry[field].length >= LENGTHS[field]) return entry;
  const typed = { ...entry, [field]: entry[field] + digit };
  return typed.code.length === LENGTHS.code && field === "code" ? { ...typed, field: "quantity" } : typed;
}

/** Deletes the last digit; in an empty quantity, that of the code. */
export function deleteDigit(entry: Entry): Entry {
  const field = entry.field === "quantity" && entry.quantity === "" ? "code" : entry.field;
  return { ...entry, field, [field]: entry[field].slice(0, -1) };
}

/** Whether both values are well formed. */
export const isComplete = ({ code, quantity }: Entry): boolean =>
  patternOf("sticker", "code", code) !== null && patternOf("sticker", "quantity", quantity) !== null;
