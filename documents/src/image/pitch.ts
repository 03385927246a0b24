import { median } from "../layout/boxes.ts";
import type { Gap, TextSegment } from "./text-segments.ts";

/** In line heights: the range of the distance between letters, and the step of the search. */
const MIN_PITCH = 0.3;
const MAX_PITCH = 0.75;
const PITCH_STEP = 0.005;
/** In pitches: the maximum distance of a letter from its cell, because few letters fill their cell evenly. */
const MAX_CELL_DISTANCE = 0.15;
/** In pitches: the range of distances between two letters beside each other. */
const MIN_NEIGHBOR = 0.5;
const MAX_NEIGHBOR = 1.5;
/** The minimum share of letters at multiples of the pitch: 0.91 to 0.99 in monospaced print, 0.41 to 0.48 in other print. */
const MIN_FITTING_SHARE = 0.82;
/** The minimum share in one line, which has fewer letters. */
const MIN_FITTING_SHARE_OF_LINE = 0.7;
/** Fewer letters are at equal distances in any print, such as digits. */
const MIN_DISTANCES = 60;
const MIN_DISTANCES_OF_LINE = 6;

/** The distance between letters of monospaced print, in pixels; undefined for other print, which has no such distance. */
export function findPitch(segments: readonly TextSegment[]): number | undefined {
  const distances = segments.flatMap((segment) => letterDistances(segment));
  if (distances.length < MIN_DISTANCES) return undefined;
  const height = median(
    segments.map(({ top, bottom }) => bottom - top),
    0,
  );
  let [best, most] = [0, 0];
  for (let share = MIN_PITCH; share < MAX_PITCH; share += PITCH_STEP) {
    const pitch = share * height;
    const count = distances.filter((distance) => Math.abs(distance - pitch) < MAX_CELL_DISTANCE * pitch).length;
    if (count > most) [best, most] = [pitch, count];
  }
  const pitch = median(
    distances.filter((distance) => Math.abs(distance - best) < MAX_CELL_DISTANCE * best),
    0,
  );
  return fittingShare(distances, pitch) >= MIN_FITTING_SHARE ? pitch : undefined;
}

/** The pitch of one line if its letters are at multiples of the page's: undefined for a line in another font. */
export function pitchOfSegment(segment: TextSegment, pitch: number): number | undefined {
  const distances = letterDistances(segment, pitch);
  if (distances.length < MIN_DISTANCES_OF_LINE) return pitch;
  if (fittingShare(distances, pitch) < MIN_FITTING_SHARE_OF_LINE) return undefined;
  return median(
    distances.filter((distance) => distance > MIN_NEIGHBOR * pitch && distance < MAX_NEIGHBOR * pitch),
    0,
  );
}

/** The runs of ink between the gaps of a segment. */
export function inkRuns({ left, right, gaps }: TextSegment): Gap[] {
  const starts = [left, ...gaps.map(({ to }) => to)];
  return starts.map((from, index) => ({ from, to: gaps[index]?.from ?? right }));
}

/** The middles of the first and the last letter of a run of ink. Neighboring letters may touch. */
export function letterMiddles({ from, to }: Gap, pitch: number): Gap {
  const letters = Math.max(1, Math.round((to - from) / pitch));
  const half = (to - from) / letters / 2;
  return { from: from + half, to: to - half };
}

/**
 * The distances between the middles of letters beside a gap. Without a known pitch, each run of ink is taken for a letter, which
 * most are.
 */
function letterDistances(segment: TextSegment, pitch = Infinity): number[] {
  const runs = inkRuns(segment).map((run) => letterMiddles(run, pitch));
  return runs.slice(1).map(({ from }, index) => from - (runs[index]?.to ?? from));
}

function fittingShare(distances: readonly number[], pitch: number): number {
  const fitting = distances.filter((distance) => {
    const cells = distance / pitch;
    return cells > MIN_NEIGHBOR && Math.abs(cells - Math.round(cells)) < MAX_CELL_DISTANCE;
  });
  return fitting.length / distances.length;
}
