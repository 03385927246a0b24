import { type Outcome, accept, refuse } from "../common/outcome.ts";
import type { Rect } from "../geometry/rect.ts";
import type { ImageListItem } from "./image.ts";

/** Whole numbers, both inclusive. */
export type NumberRange = { min: number; max: number };

/** A search in an event's images. Every part that is not null must match. */
export type ImageQuery = {
  /** Part of the file name; empty for any name. */
  text: string;
  /** `isPrefix`: fewer digits than a code has, so the code starts with them. */
  code: { digits: string; isPrefix: boolean } | null;
  /** Code and quantity are those of one sticker. */
  quantity: NumberRange | null;
  area: NumberRange | null;
};

/** A sticker that a search found, for its crop. `position` is the index of its result. */
export type MatchingSticker = { position: number; code: string; quantity: string; rect: Rect };

/** An image of a list. `matches` are the first of its stickers that the search asks for. */
export type FoundImage = ImageListItem & { matches: readonly MatchingSticker[] };

type FilterName = "code" | "qty" | "area";

/** Larger numbers are neither area numbers nor quantities. */
const MAX_NUMBER = 999_999_999;
const CODE_DIGITS = 6;

const FILTER_NAMES = new Map<string, FilterName>([
  ["code", "code"],
  ["qty", "qty"],
  ["quantity", "qty"],
  ["area", "area"],
]);

/** Quoted text, which is never a filter; or `name:value` at the beginning of a word, with the spaces after it. */
const TERM = /"(?<quoted>[^"]*)"|(?<=^|\s)(?<name>[a-z]+):(?<value>\S*)\s*/gi;

/** The syntax in one line, for hints. */
export const IMAGE_QUERY_HINT = "Name, code:012345, qty:>500, area:12";

/**
 * Reads a search text: `code:012345`, `qty:>500`, `area:1-20`, and part of a file name. Text in double quotes is part of the name, also with
 * a colon.
 */
export function parseImageQuery(search: string): Outcome<ImageQuery> {
  const query: ImageQuery = { text: "", code: null, quantity: null, area: null };
  for (const { groups = {} } of search.matchAll(TERM)) {
    const { name, value = "" } = groups;
    if (name === undefined) continue;
    const filter = FILTER_NAMES.get(name.toLowerCase());
    if (filter === undefined) {
      return refuse(
        `There is no filter “${name}:”. Use code:, qty: or area:, or put the text in double quotes.`,
        "invalid",
      );
    }
    const refusal = addFilter(query, filter, value);
    if (refusal !== null) return refuse(refusal, "invalid");
  }
  // Quotes only keep a text from being read as a filter.
  query.text = search.replaceAll(TERM, (_term, quoted: string | undefined) => quoted ?? "").trim();
  return accept(query);
}

/** Whether the query is about stickers, so that the answer has the ones that matched. */
export const asksForStickers = ({ code, quantity }: ImageQuery): boolean => code !== null || quantity !== null;

/** Returns what is wrong, or null. */
function addFilter(query: ImageQuery, filter: FilterName, value: string): string | null {
  const field = filter === "qty" ? "quantity" : filter;
  if (query[field] !== null) return `“${filter}:” is there twice. Keep one of them.`;
  if (filter === "code" || field === "code") {
    if (!/^\d{1,6}$/.test(value)) return "After “code:” type the code or its first digits, such as code:012345.";
    query.code = { digits: value, isPrefix: value.length < CODE_DIGITS };
    return null;
  }
  const range = parseRange(value);
  if (range === null) return `After “${filter}:” type a number or a range, such as ${EXAMPLES[filter]}.`;
  if (range.min > range.max) return `“${filter}:${value}” is empty: no number is in this range.`;
  query[field] = range;
  return null;
}

const EXAMPLES = { qty: "qty:12, qty:>500 or qty:10-20", area: "area:12, area:>100 or area:10-20" } as const;

const COMPARISON = /^(?<sign>[<>]=?)?(?<number>\d{1,9})$/;
const RANGE = /^(?<from>\d{1,9})(?:-|–|\.\.)(?<to>\d{1,9})$/;

/** Reads `12`, `>12`, `>=12`, `<12`, `<=12`, `12-20` and `12..20`. Null for anything else. */
function parseRange(text: string): NumberRange | null {
  const { from, to } = RANGE.exec(text)?.groups ?? {};
  if (from !== undefined && to !== undefined) return { min: Number(from), max: Number(to) };
  const { sign = "=", number } = COMPARISON.exec(text)?.groups ?? {};
  if (number === undefined) return null;
  const value = Number(number);
  switch (sign) {
    case ">":
      return { min: value + 1, max: MAX_NUMBER };
    case ">=":
      return { min: value, max: MAX_NUMBER };
    case "<":
      return { min: 0, max: value - 1 };
    case "<=":
      return { min: 0, max: value };
    default:
      return { min: value, max: value };
  }
}

/** Describes a query in words: `code 012345`, `quantity from 501`, `area 12`, `named like “shelf”`. */
export function describeImageQuery({ text, code, quantity, area }: ImageQuery): string[] {
  const parts: string[] = [];
  if (code !== null) parts.push(code.isPrefix ? `code ${code.digits}…` : `code ${code.digits}`);
  if (quantity !== null) parts.push(`quantity ${describeRange(quantity)}`);
  if (area !== null) parts.push(`area ${describeRange(area)}`);
  if (text !== "") parts.push(`named like “${text}”`);
  return parts;
}

function describeRange({ min, max }: NumberRange): string {
  if (min === max) return String(min);
  if (max === MAX_NUMBER) return `from ${min}`;
  return min === 0 ? `up to ${max}` : `${min}–${max}`;
}
