import dayjs from "dayjs";

/** A short date in local time: 'today 05:40', 'yesterday 17:02', '12 Nov 05:40', '12 Nov 2025'. */
export function shortDate(iso: string, now: string = new Date().toISOString()): string {
  const date = dayjs(iso);
  const today = dayjs(now);
  if (date.isSame(today, "day")) return `today ${date.format("HH:mm")}`;
  if (date.isSame(today.subtract(1, "day"), "day")) return `yesterday ${date.format("HH:mm")}`;
  return date.isSame(today, "year") ? date.format("D MMM HH:mm") : date.format("D MMM YYYY");
}

/** The full date in local time: 'Saturday 21 November 2026, 05:40:12'. */
export const fullDate = (iso: string): string => dayjs(iso).format("dddd D MMMM YYYY, HH:mm:ss");

/** A day without a time is stored as its midnight in UTC. */
const isDayOnly = (iso: string): boolean => /T00:00:00(?:\.0+)?Z$/.test(iso);

/** '28 Nov 2026' of a day without a time, the same in every time zone; else the short and the full date in local time. */
export function dayOrTime(iso: string): { short: string; full: string } {
  if (!isDayOnly(iso)) return { short: shortDate(iso), full: fullDate(iso) };
  const day = dayjs(iso.slice(0, "2026-11-28".length));
  return { short: day.format("D MMM YYYY"), full: day.format("dddd D MMMM YYYY") };
}

/** '21 November 2026', in local time. */
export const longDay = (iso: string): string => dayjs(iso).format("D MMMM YYYY");

/** '21 Nov 17:05', for print: relative dates would be wrong when the paper is read. */
export const paperDate = (iso: string): string => dayjs(iso).format("D MMM HH:mm");
