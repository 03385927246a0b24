import {
  type DetectorSettings,
  type DetectedBox,
  decodeDetectorOutput,
  detectorInput,
  detectorSize,
  suppressOverlaps,
} from "@precount/domain";
import type { Pixels } from "../../../photos/src/pixels/rectify.ts";
import type { Network } from "../../../inference/src/network.ts";
import { reduce } from "./reduce.ts";

/** The detector's last input, 16 MB: photos mostly have the same size, and fresh memory costs as much as filling it. */
export interface Scratch {
  input: Float32Array;
}

/**
 * Boxes of stickers and shelf tags, surest first, at most `limit`, in pixels of `picture`.
 * @param scratch kept from photo to photo, one photo at a time
 */
export async function locate(
  network: Pick<Network, "run">,
  picture: Pixels,
  settings: DetectorSettings,
  limit: number,
  scratch: Scratch = { input: new Float32Array() },
): Promise<DetectedBox[]> {
  const { width, height } = detectorSize(picture, settings);
  const input = detectorInput(await reduce(picture, width, height), settings, (length) => {
    if (scratch.input.length !== length) scratch.input = new Float32Array(length);
    return scratch.input;
  });
  const { data, shape } = await network.run(input.data, input.shape);
  const cells = { data, rows: shape[2] ?? 0, columns: shape[3] ?? 0 };
  const kept = suppressOverlaps(decodeDetectorOutput(cells, settings), settings.mostOverlap, limit);
  const [growX, growY] = [picture.width / width, picture.height / height];
  return kept.map(({ label, score, box }) => ({
    label,
    score,
    box: {
      // As training does: the corner and the sides grow, each along its axis.
      cx: box.cx * growX,
      cy: box.cy * growY,
      width: box.width * growX,
      height: box.height * growY,
      angle: box.angle,
    },
  }));
}
