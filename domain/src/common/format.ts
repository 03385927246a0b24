const SIZE_UNITS = ["B", "KB", "MB", "GB", "TB"] as const;
const SIZE_STEP = 1024;

/** Formats bytes in units of 1024 with up to one decimal: `512 B`, `1.5 MB` (spec §9). */
export function formatSize(sizeBytes: number): string {
  let value = Math.max(0, sizeBytes);
  let unit = 0;
  // 1023.95 would be formatted as 1024.0, so it uses the next unit.
  while (value >= SIZE_STEP - (unit === 0 ? 0 : 0.05) && unit < SIZE_UNITS.length - 1) {
    value /= SIZE_STEP;
    unit += 1;
  }
  return `${unit === 0 ? Math.round(value) : Number(value.toFixed(1))} ${SIZE_UNITS[unit]}`;
}

const DURATION_UNITS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
  ["s", 1000],
  ["ms", 1],
] as const;

/** Formats milliseconds as d, h, m, s and ms, without zero parts: `1m 3s 20ms` (spec §9). */
export function formatDuration(elapsedMs: number): string {
  let rest = Math.max(0, Math.round(elapsedMs));
  const parts: string[] = [];
  for (const [unit, unitMs] of DURATION_UNITS) {
    const count = Math.floor(rest / unitMs);
    rest -= count * unitMs;
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.length > 0 ? parts.join(" ") : "0ms";
}

/** Formats a countdown: `0:12`, `1:05`. Milliseconds, rounded up to seconds. */
export function formatCountdown(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The displayed part of a hash and of an id (spec §9). */
export const shortHash = (hash: string): string => hash.slice(0, 7);
export const shortId = (id: string): string => id.slice(0, 12);
