import { type DetectedBox, boxRect, rotatedIou } from "@precount/domain";
import type { Pixels } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { existenceOf, isConvincing, lacksCode, unreadableThresholdOf } from "./existence.ts";
import { type Detector, detectOn } from "./locate.ts";
import type { ReadBox } from "./read.ts";

type Settings = PrecountManifest["detect"];
type TagLooks = NonNullable<Settings["tagLooks"]>;

/**
 * Detects each doubtful shelf tag again in windows of several sizes, and gives it the mean of all scores: numbers printed on goods look
 * like tags, but mostly not at every size. A box that the detector takes for a sticker, but that has a tag's number and no code, becomes a
 * tag if its mean score as a tag is high enough.
 * @returns the boxes in their order
 */
export async function rescoreTags(
  network: Detector,
  photo: Pixels,
  boxes: readonly ReadBox[],
  settings: Settings,
): Promise<ReadBox[]> {
  const { tagLooks } = settings;
  if (!tagLooks) return [...boxes];
  const scoresOf = async (item: DetectedBox, sizes: readonly number[]): Promise<number[]> => {
    const scores: number[] = [];
    for (const enlarge of sizes)
      scores.push(await scoreInWindow(network, photo, item, { settings, tagLooks, enlarge }));
    return scores;
  };
  const rescored: ReadBox[] = [];
  for (const box of boxes) {
    if (isDoubtfulTag(box, settings, tagLooks)) {
      rescored.push(withScore(box, [box.item.score, ...(await scoresOf(box.item, tagLooks.enlarge))]));
    } else if (mayBeTag(box, settings)) {
      // The box has the score of a sticker. Its score as a tag on the reduced photo is needed too.
      const tag = asTag(box);
      const scoredTag = withScore(tag, await scoresOf(tag.item, [1, ...tagLooks.enlarge]));
      rescored.push(existenceOf(scoredTag) < leastAsTag(settings) ? box : scoredTag);
    } else {
      rescored.push(box);
    }
  }
  return rescored;
}

function isDoubtfulTag(box: ReadBox, settings: Settings, { least }: TagLooks): boolean {
  if (box.item.label === "sticker" || !isConvincing(box, settings)) return false;
  const existence = existenceOf(box);
  return existence >= least && existence < unreadableThresholdOf(box.item, settings);
}

/** Whether a box that the detector takes for a sticker may be a tag. The existence of a box is at most its `paper`, so other boxes need no further detection. */
const mayBeTag = (box: ReadBox, settings: Settings): boolean =>
  box.answer.paper >= leastAsTag(settings) && lacksCode(box, settings) && isConvincing(asTag(box), settings);

/** The least existence of a tag that the detector takes for a sticker. */
const leastAsTag = ({ withoutCode }: Settings): number => withoutCode?.shelfThreshold ?? 1;

const asTag = (box: ReadBox): ReadBox => ({ ...box, item: { ...box.item, label: "shelf" } });

const withScore = (box: ReadBox, scores: readonly number[]): ReadBox => ({
  ...box,
  item: { ...box.item, score: scores.reduce((sum, score) => sum + score, 0) / scores.length },
});

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
  const matching = found.filter(
    (candidate) => candidate.label === label && rotatedIou(boxRect(candidate.box), around) >= settings.mostOverlap,
  );
  return Math.max(0, ...matching.map(({ score }) => score));
}
