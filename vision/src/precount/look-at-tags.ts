import { type DetectedBox, boxRect, rotatedIou } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { existenceOf, isConvincing, unreadableThresholdOf } from "./existence.ts";
import { type Detector, detectOn } from "./locate.ts";
import type { ReadBox } from "./read.ts";

type Settings = PrecountManifest["detect"];
type TagLooks = NonNullable<Settings["tagLooks"]>;

/**
 * The boxes; the score of each doubtful shelf tag becomes the mean of several looks. Numbers printed on goods look like tags, but mostly
 * not at every size.
 */
export async function lookAtTags(
  network: Detector,
  photo: Pixels,
  boxes: readonly ReadBox[],
  settings: Settings,
): Promise<ReadBox[]> {
  const { tagLooks } = settings;
  if (!tagLooks) return [...boxes];
  const isDoubtful = (box: ReadBox): boolean => {
    if (box.item.label === "sticker" || !isConvincing(box, settings)) return false;
    const existence = existenceOf(box);
    return existence >= tagLooks.least && existence < unreadableThresholdOf(box.item, settings);
  };
  const looked: ReadBox[] = [];
  for (const box of boxes) {
    if (!isDoubtful(box)) {
      looked.push(box);
      continue;
    }
    const scores = [box.item.score];
    for (const enlarge of tagLooks.enlarge)
      scores.push(await scoreInWindow(network, photo, box.item, { settings, tagLooks, enlarge }));
    looked.push({
      ...box,
      item: { ...box.item, score: scores.reduce((sum, score) => sum + score, 0) / scores.length },
    });
  }
  return looked;
}

type Window = { settings: Settings; tagLooks: TagLooks; enlarge: number };

/** The score of the best box like `item` that overlaps it in a window of the photo around it; 0 without any. */
export async function scoreInWindow(
  network: Detector,
  photo: Pixels,
  { label, box }: DetectedBox,
  { settings, tagLooks, enlarge }: Window,
): Promise<number> {
  const scale = Math.min(1, (enlarge * settings.longEdgePx) / Math.max(photo.width, photo.height));
  const side = Math.round(tagLooks.windowPx / scale);
  const start = (length: number, center: number): number =>
    Math.max(0, Math.min(length - side, Math.round(center - side / 2)));
  const [left, top] = [start(photo.width, box.cx), start(photo.height, box.cy)];
  const part = { left, top, width: Math.min(side, photo.width - left), height: Math.min(side, photo.height - top) };
  const reduced = (length: number): number => Math.max(1, Math.round(length * scale));
  const size = { width: reduced(part.width), height: reduced(part.height) };
  const around = boxRect({ ...box, cx: box.cx - left, cy: box.cy - top });
  const found = await detectOn(network, photo, settings, size, { part });
  const same = found.filter(
    (other) => other.label === label && rotatedIou(boxRect(other.box), around) >= settings.mostOverlap,
  );
  return Math.max(0, ...same.map(({ score }) => score));
}
