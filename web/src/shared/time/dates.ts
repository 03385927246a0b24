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

/** '21 November 2026', in local time. */
export const longDay = (iso: string): string => dayjs(iso).format("D MMMM YYYY");

/** '21 Nov 17:05', for print: relative dates would be wrong when the paper is read. */
export const paperDate = (iso: string): string => dayjs(iso).format("D MMM HH:mm");
