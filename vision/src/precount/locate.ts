import {
  type DetectedBox,
  decodeDetectorOutput,
  detectorInput,
  detectorSize,
  suppressOverlaps,
} from "@precount/domain";
import type { Network } from "@precount/inference";
import type { Pixels } from "@precount/photos";
import type { PrecountManifest } from "../manifest.ts";
import { mayCount } from "./existence.ts";
import { type Region, reduce } from "./reduce.ts";

/** The network that finds boxes. */
export type Detector = Pick<Network, "run">;
type Settings = PrecountManifest["detect"];

/** The last input of the detector, 16 MB, reused: photos mostly have the same size, and allocating costs as much as filling. */
export interface Scratch {
  input: Float32Array;
}

/**
 * Boxes that may be stickers and shelf tags, highest score first, at most `limit`, in pixels of `picture`. A photo whose stickers turn
 * out to be small gets a second pass, reduced less.
 * @param scratch reused between photos, one photo at a time
 */
export async function locate(
  network: Detector,
  picture: Pixels,
  settings: Settings,
  limit: number,
  scratch: Scratch = { input: new Float32Array() },
): Promise<DetectedBox[]> {
  const found = await locateAt(network, picture, settings, scratch);
  // A box that does not count still suppresses weaker ones, so it is left out last.
  const best = (boxes: readonly DetectedBox[]): DetectedBox[] =>
    suppressOverlaps(boxes, settings.mostOverlap, limit).filter((box) => mayCount(box, settings));
  const kept = best(found);
  const { secondPass } = settings;
  if (!secondPass || !hasSmallStickers(kept, picture, settings, secondPass)) return kept;
  // Its input is several times as large and rarely needed: it is not kept.
  const second = await locateAt(
    network,
    picture,
    { ...settings, longEdgePx: secondPass.longEdgePx },
    { input: new Float32Array() },
  );
  const all = [...found, ...second].toSorted((a, b) => b.score - a.score);
  return best(all);
}

function hasSmallStickers(
  kept: readonly DetectedBox[],
  picture: Pixels,
  { longEdgePx }: Settings,
  { smallPx, smallShare, leastScore = 0 }: NonNullable<Settings["secondPass"]>,
): boolean {
  const scale = longEdgePx / Math.max(picture.width, picture.height);
  if (scale >= 1) return false;
  const stickers = kept.filter(({ label, score }) => label === "sticker" && score >= leastScore);
  const widths = stickers.map(({ box }) => box.width * scale);
  const small = widths.filter((width) => width < smallPx).length;
  return small > 0 && small >= smallShare * widths.length;
}

/** Boxes in pixels of `picture`, highest score first, including overlapping ones. */
const locateAt = (network: Detector, picture: Pixels, settings: Settings, scratch: Scratch): Promise<DetectedBox[]> =>
  detectOn(network, picture, settings, detectorSize(picture, settings), { scratch });

/**
 * The boxes on a picture, or on a part of it, which the detector sees at `size`; highest score first, including overlapping ones, in
 * pixels of the picture or part.
 */
export async function detectOn(
  network: Detector,
  picture: Pixels,
  settings: Settings,
  { width, height }: { width: number; height: number },
  { part, scratch = { input: new Float32Array() } }: { part?: Region; scratch?: Scratch } = {},
): Promise<DetectedBox[]> {
  const input = detectorInput(await reduce(picture, width, height, part), settings, (length) => {
    if (scratch.input.length !== length) scratch.input = new Float32Array(length);
    return scratch.input;
  });
  const { data, shape } = await network.run(input.data, input.shape);
  const cells = { data, rows: shape[2] ?? 0, columns: shape[3] ?? 0 };
  const detectedPart = part ?? picture;
  const [growX, growY] = [detectedPart.width / width, detectedPart.height / height];
  return decodeDetectorOutput(cells, settings).map(({ label, score, box }) => ({
    label,
    score,
    box: {
      // As in training: x and width scale along x, y and height along y.
      cx: box.cx * growX,
      cy: box.cy * growY,
      width: box.width * growX,
      height: box.height * growY,
      angle: box.angle,
    },
  }));
}
