import { STICKER_CODE_PATTERN } from "../detection/validity.ts";
import { type Outcome, accept, refuse } from "../common/outcome.ts";
import type { ResolvedItemFileOptions } from "./import-options.ts";
import {
  ITEM_FIELD_TITLES,
  type Item,
  type ItemField,
  MAX_ITEM_QUANTITY,
  MAX_ITEM_TEXT_LENGTH,
  MAX_PACK_SIZE,
  MAX_UNIT_PRICE,
} from "./item.ts";

type ParseOptions = Pick<ResolvedItemFileOptions, "columns" | "decimal" | "padCodes">;

const CODE = new RegExp(STICKER_CODE_PATTERN);
/** Characters that are invisible or change the direction of text, and NUL, which the database cannot store. */
const UNSAFE = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u;
const UNREADABLE = "\uFFFD";
/** A code that a spreadsheet stored as a number, such as 12345.0. */
const WHOLE_WITH_DECIMALS = /^(\d{1,6})[.,]0+$/;
/** A code that a spreadsheet shows as a number with a separator between groups of three digits. */
const GROUPED = /^(\d{1,3})[.,'’ ](\d{3})$/;
/** Either of the two: 123.000 may be 123 with decimals, or 123000. */
const GROUPED_OR_WITH_DECIMALS = /^(\d{1,3})[.,]000$/;
/** A number in a column that is too narrow for it, such as 1.23457E+05. Digits may be lost. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+?\d{1,3}$/i;
const MAX_DECIMALS = 4;

const TRUE = new Set(["true", "yes", "y", "1", "active", "x", "on"]);
const FALSE = new Set(["false", "no", "n", "0", "inactive", "off", "discontinued"]);

/**
 * Quotes a value in a message. Long values are cut, because the message shows only what is wrong. The database cannot
 * store half of a surrogate pair, which a cut can leave.
 */
const quoted = (value: string): string => {
  const shown = (value.length > 40 ? `${value.slice(0, 39)}…` : value).toWellFormed();
  return `"${shown.replace(/[\p{Cc}\u2028-\u202E\u2066-\u2069]/gu, "?")}"`;
};

/** A row of an item list file as an item, or one message that says what is wrong with it. */
export function parseItem(cells: readonly string[], options: ParseOptions): Outcome<Item> {
  const cell = (field: ItemField): string => {
    const at = options.columns[field];
    return at === undefined ? "" : (cells[at] ?? "").trim();
  };
  const code = parseCode(cell("code"), options.padCodes);
  if (!code.ok) return code;
  const item: Item = { ...EMPTY, code: code.value };
  for (const field of ["description", "department"] as const) {
    const text = parseText(field, cell(field));
    if (!text.ok) return text;
    item[field] = text.value;
  }
  for (const field of ["unitPrice", "packSize", "expectedQuantity", "lastQuantity"] as const) {
    const number = parseNumber(field, cell(field), options.decimal);
    if (!number.ok) return number;
    item[field] = number.value;
  }
  const active = parseActive(cell("active"));
  return active.ok ? accept({ ...item, active: active.value }) : active;
}

const EMPTY: Omit<Item, "code"> = {
  description: null,
  department: null,
  unitPrice: null,
  packSize: null,
  expectedQuantity: null,
  lastQuantity: null,
  active: true,
};

const FORMAT_AS_TEXT = "Format the column as text in the spreadsheet, correct the codes and save the list again.";

/** A code without the separators and decimals with which a spreadsheet shows a number. */
export const codeDigits = (cell: string): string => cell.replace(GROUPED, "$1$2").replace(WHOLE_WITH_DECIMALS, "$1");

function parseCode(cell: string, padCodes: boolean): Outcome<string> {
  const either = GROUPED_OR_WITH_DECIMALS.exec(cell)?.[1];
  if (either !== undefined) {
    const both = `${either.padStart(6, "0")} or ${`${either}000`.padStart(6, "0")}`;
    return refuse(`The code ${quoted(cell)} may be ${both}. ${FORMAT_AS_TEXT}`, "invalid");
  }
  const digits = codeDigits(cell);
  const code = padCodes && /^\d{1,5}$/.test(digits) ? digits.padStart(6, "0") : digits;
  if (CODE.test(code)) return accept(code);
  if (code === "") return refuse("The code is missing.", "invalid");
  if (SHORTENED.test(code))
    return refuse(`The code ${quoted(code)} is a number that a spreadsheet has rounded. ${FORMAT_AS_TEXT}`, "invalid");
  const hint = /^\d{1,5}$/.test(code) ? " Turn on leading zeros if a spreadsheet has dropped them." : "";
  return refuse(`The code ${quoted(code)} does not have six digits.${hint}`, "invalid");
}

function parseText(field: ItemField, cell: string): Outcome<string | null> {
  const text = cell.replace(/[\s\u2028\u2029]+/g, " ");
  const title = ITEM_FIELD_TITLES[field];
  if (text === "") return accept(null);
  if (text.includes(UNREADABLE) || !text.isWellFormed())
    return refuse(`${title} ${quoted(text)} cannot be read. Choose another encoding.`, "invalid");
  if (UNSAFE.test(text)) return refuse(`${title} ${quoted(text)} contains a control character.`, "invalid");
  if (text.length > MAX_ITEM_TEXT_LENGTH)
    return refuse(`${title} has ${text.length} characters. The maximum is ${MAX_ITEM_TEXT_LENGTH}.`, "invalid");
  return accept(text);
}

type NumberField = "unitPrice" | "packSize" | "expectedQuantity" | "lastQuantity";

const NUMBER_LIMITS: Readonly<Record<NumberField, { min: number; max: number; isWhole: boolean }>> = {
  unitPrice: { min: 0, max: MAX_UNIT_PRICE, isWhole: false },
  packSize: { min: 1, max: MAX_PACK_SIZE, isWhole: true },
  expectedQuantity: { min: -MAX_ITEM_QUANTITY, max: MAX_ITEM_QUANTITY, isWhole: true },
  lastQuantity: { min: -MAX_ITEM_QUANTITY, max: MAX_ITEM_QUANTITY, isWhole: true },
};

function parseNumber(field: NumberField, cell: string, decimal: "." | ","): Outcome<number | null> {
  if (cell === "") return accept(null);
  const { min, max, isWhole } = NUMBER_LIMITS[field];
  const title = ITEM_FIELD_TITLES[field];
  const text = field === "unitPrice" ? cell.replace(CURRENCY, "") : cell;
  const value = readNumber(text, decimal);
  if (value === null) {
    const isOther = readNumber(text, decimal === "." ? "," : ".") !== null;
    const hint = isOther ? " Choose another decimal separator." : "";
    return refuse(`${title} ${quoted(cell)} is not a number.${hint}`, "invalid");
  }
  if (isWhole && !Number.isInteger(value)) return refuse(`${title} ${quoted(cell)} is not a whole number.`, "invalid");
  if (value < min || value > max)
    return refuse(`${title} ${quoted(cell)} is not between ${min} and ${max}.`, "invalid");
  return accept(isWhole ? value : Number(value.toFixed(MAX_DECIMALS)));
}

/** The name of a currency before or after a price: EUR 1.99, 1.99 kr. */
const CURRENCY = /^(?:[A-Z]{3}|kr\.?|Rs\.?)\s*(?=[\d+-])|(?<=\d)\s*(?:[A-Z]{3}|kr\.?|zł|Kč|Ft)$/;

/** Numbers by their decimal separator, with optional separators between groups of digits: of three, in India above them of two. */
const NUMBERS = {
  ".": {
    grouped: /^[+-]?(?:\d{1,3}(?:[,'’\s]\d{3})*|\d{1,2}(?:,\d{2})+,\d{3}|\d+)(?:\.\d+)?$/,
    separators: /[,'’\s]/g,
  },
  ",": { grouped: /^[+-]?(?:\d{1,3}(?:[.'’\s]\d{3})*|\d+)(?:,\d+)?$/, separators: /[.'’\s]/g },
} as const;

/**
 * A number as people and programs write it: with a currency sign, separators between groups of digits, dashes for no cents, and SAP's
 * minus after it.
 */
function readNumber(cell: string, decimal: "." | ","): number | null {
  const text = cell
    .replace(/\p{Sc}/u, "")
    .trim()
    .replace(/^(\d+)[.,][-–—]{1,2}$/, "$1")
    .replace(/^(\d[^-]*)-$/, "-$1")
    .replace(/^([+-]?)\s+/, "$1")
    .trim();
  // A spreadsheet stores numbers with a point, and very small and very large ones with an exponent.
  if (/^[+-]?\d+(\.\d+)?(e[+-]?\d{1,3})?$/i.test(text) && (decimal === "." || !/^[+-]?\d{1,3}\.\d{3}$/.test(text)))
    return finite(Number(text));
  const { grouped, separators } = NUMBERS[decimal];
  return grouped.test(text) ? finite(Number(text.replace(separators, "").replace(decimal, "."))) : null;
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

function parseActive(cell: string): Outcome<boolean> {
  const word = cell.toLowerCase();
  if (word === "" || TRUE.has(word)) return accept(true);
  if (FALSE.has(word)) return accept(false);
  return refuse(`Active ${quoted(cell)} is neither yes nor no.`, "invalid");
}
