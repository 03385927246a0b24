import { type DetectedBox, boxRect, rotatedIou } from "@precount/domain";
import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { existenceOf, isLikely } from "./existence.ts";
import { type Detector, detectOn } from "./locate.ts";
import { maxConfidence, readFromAllViews } from "./read-boxes.ts";
import type { ReadBox } from "./read.ts";

type Settings = PrecountManifest["detect"];
type TagLooks = NonNullable<Settings["tagLooks"]>;

export interface TagNetworks {
  detector: Detector;
  reader: Network;
}

/**
 * Detects each doubtful shelf tag again in windows of several sizes, and gives it the mean of all scores: numbers printed on goods look
 * like tags, but mostly not at every size. If it is hard to read, it is read again at the box of each window, which fits a small tag
 * better than the box on the reduced photo; the surest reading counts.
 * @returns the boxes in their order
 */
export async function rescoreTags(
  { detector, reader }: TagNetworks,
  photo: Pixels,
  boxes: readonly ReadBox[],
  { detect, read }: Pick<PrecountManifest, "detect" | "read">,
): Promise<ReadBox[]> {
  const { tagLooks } = detect;
  if (!tagLooks) return [...boxes];
  const rescored: ReadBox[] = [];
  for (const box of boxes) {
    if (isDoubtfulTag(box, { settings: detect, tagLooks })) {
      const sizes = windowSizes(photo, box.item, { settings: detect, tagLooks });
      const windows = await findInWindows(detector, photo, box.item, sizes, { settings: detect, tagLooks });
      const found = windows.filter((item) => item !== null);
      const readings = isReadable(box, tagLooks) ? [] : await readFromAllViews(reader, photo, found, read);
      const surest = surestOf([box, ...readings]);
      rescored.push(withScore(surest, [box.item.score, ...windows.map(scoreOf)]));
    } else {
      rescored.push(box);
    }
  }
  return rescored;
}

/** Whether a tag may count, but its existence or its number is doubtful. */
function isDoubtfulTag(box: ReadBox, { settings, tagLooks }: WindowSettings): boolean {
  if (box.item.label === "sticker" || !isLikely(box, settings)) return false;
  return existenceOf(box, settings) < tagLooks.doubtful[1] || !isReadable(box, tagLooks);
}

const isReadable = (tag: ReadBox, { unreadable }: TagLooks): boolean => maxConfidence(tag) >= unreadable;

const surestOf = (boxes: readonly [ReadBox, ...ReadBox[]]): ReadBox =>
  boxes.reduce((best, box) => (maxConfidence(box) > maxConfidence(best) ? box : best));

const scoreOf = (found: DetectedBox | null): number => found?.score ?? 0;

const withScore = (box: ReadBox, scores: readonly number[]): ReadBox => ({
  ...box,
  item: { ...box.item, score: scores.reduce((sum, score) => sum + score, 0) / scores.length },
});

type WindowSettings = { settings: Settings; tagLooks: TagLooks };

/** The sizes at which a doubtful tag is detected again: those at which it is not too large. */
const windowSizes = (photo: Pixels, { box }: DetectedBox, { settings, tagLooks }: WindowSettings): number[] =>
  tagLooks.enlarge.filter(
    (size) => Math.max(box.width, box.height) * windowScale(photo, size, settings) <= (tagLooks.mostPx ?? Infinity),
  );

/** Pixels of a window for each pixel of the photo. */
const windowScale = ({ width, height }: Pixels, enlarge: number, { longEdgePx }: Settings): number =>
  Math.min(1, (enlarge * longEdgePx) / Math.max(width, height));

/** The best box like `item` that overlaps it, or null, in a window of the photo around it for each of `sizes`; in pixels of the photo. */
export async function findInWindows(
  detector: Detector,
  photo: Pixels,
  item: DetectedBox,
  sizes: readonly number[],
  settings: WindowSettings,
): Promise<(DetectedBox | null)[]> {
  const found: (DetectedBox | null)[] = [];
  for (const enlarge of sizes) found.push(await findInWindow(detector, photo, item, { ...settings, enlarge }));
  return found;
}

async function findInWindow(
  detector: Detector,
  photo: Pixels,
  { label, box }: DetectedBox,
  { settings, tagLooks, enlarge }: WindowSettings & { enlarge: number },
): Promise<DetectedBox | null> {
  const scale = windowScale(photo, enlarge, settings);
  const side = Math.round(tagLooks.windowPx / scale);
  const start = (length: number, center: number): number =>
    Math.max(0, Math.min(length - side, Math.round(center - side / 2)));
  const [left, top] = [start(photo.width, box.cx), start(photo.height, box.cy)];
  const part = { left, top, width: Math.min(side, photo.width - left), height: Math.min(side, photo.height - top) };
  const reduced = (length: number): number => Math.max(1, Math.round(length * scale));
  const size = { width: reduced(part.width), height: reduced(part.height) };
  const around = boxRect({ ...box, cx: box.cx - left, cy: box.cy - top });
  // The boxes are sorted by score.
  const best = (await detectOn(detector, photo, settings, size, { part })).find(
    (candidate) => candidate.label === label && rotatedIou(boxRect(candidate.box), around) >= settings.mostOverlap,
  );
  return best ? { ...best, box: { ...best.box, cx: best.box.cx + left, cy: best.box.cy + top } } : null;
}
