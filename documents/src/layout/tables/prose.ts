import { median, right } from "../boxes.ts";
import type { Line } from "../lines.ts";
import { isMarker } from "../markers.ts";
import { columnAt } from "./rows.ts";

/** Columns of running text are few, their lines hold many words, and fill the column's width but for the last ones. */
const MOST_COLUMNS = 3;
const FEWEST_WORDS = 4;
const FILL = 0.7;

/** Whether lines beside each other are text in columns, or items after their markers: no table, however well they are aligned. */
export function isProse(lines: readonly Line[], xs: readonly number[]): boolean {
  const columns = xs
    .slice(1)
    .map((_, column) =>
      lines
        .map(({ words }) => words.filter(({ place }) => columnAt(xs, place.x + place.width / 2) === column))
        .filter((words) => words.length > 0),
    );
  const isList =
    columns.length === 2 && columns[0]?.every((words) => words.length === 1 && isMarker(words[0]?.text ?? ""));
  if (isList) return true;
  if (columns.length > MOST_COLUMNS) return false;
  return columns.every((segments) => {
    const places = segments.map((words) => ({
      from: words[0]?.place.x ?? 0,
      to: right(words.at(-1)?.place ?? { x: 0, y: 0, width: 0, height: 0 }),
    }));
    const width = Math.max(...places.map(({ to }) => to)) - Math.min(...places.map(({ from }) => from));
    const fill = median(
      places.map(({ from, to }) => (to - from) / width),
      0,
    );
    return (
      median(
        segments.map((words) => words.length),
        0,
      ) >= FEWEST_WORDS && fill >= FILL
    );
  });
}
