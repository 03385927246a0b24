/** How the sheet shows a number: a date or a time, a percentage, or with leading zeros. Other formats do not change its digits. */
export type NumberFormat = { kind: "date" } | { kind: "percent" } | { kind: "zeros"; digits: number };

/** The built-in formats of dates and times. Those from 27 to 58 depend on the language, and are dates in all of them. */
const isBuiltInDate = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);
const isBuiltInPercent = (id: number): boolean => id === 9 || id === 10;

/**
 * The format of a cell's style.
 * @param code the custom format of this number; undefined for a built-in one
 */
export function numberFormat(id: number, code: string | undefined): NumberFormat | undefined {
  if (code === undefined) {
    if (isBuiltInDate(id)) return { kind: "date" };
    return isBuiltInPercent(id) ? { kind: "percent" } : undefined;
  }
  // Only the first section, for positive numbers, without literal texts, colors and conditions.
  const [positive = ""] = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?![hms]+\])[^\]]*\]/gi, "").split(";");
  if (/^0{2,15}$/.test(positive)) return { kind: "zeros", digits: positive.length };
  if (/[ymdhs]/i.test(positive.replace(/general/i, ""))) return { kind: "date" };
  return positive.includes("%") ? { kind: "percent" } : undefined;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** Excel counts days from here; before March 1900 it is one day off. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const DAYS_TO_1904 = 1462;
/** The last day that Excel knows: 9999-12-31. */
const MAX_DAYS = 2_958_465;

/** A stored number as the sheet shows it. Dates are written year first, because their order depends on the computer's language. */
export function formatNumber(text: string, format: NumberFormat | undefined, is1904: boolean): string {
  const value = Number(text);
  if (format === undefined || text.trim() === "" || !Number.isFinite(value)) return text;
  if (format.kind === "zeros") return /^\d+$/.test(text) ? text.padStart(format.digits, "0") : text;
  if (format.kind === "percent") return `${Number((value * 100).toPrecision(12))}%`;
  const days = value + (is1904 ? DAYS_TO_1904 : 0);
  if (days < 0 || days > MAX_DAYS) return text;
  // Stored fractions of a day are not exact.
  const iso = new Date(EPOCH_MS + Math.round((days * DAY_MS) / 1000) * 1000).toISOString();
  const [date, time] = [iso.slice(0, 10), iso.slice(11, 19).replace(/:00$/, "")];
  if (days < 1) return time;
  return time === "00:00" ? date : `${date} ${time}`;
}
