import type { Result } from "../detection/result.ts";
import { clamp } from "../geometry/clamp.ts";
import { type Size, rectCorners } from "../geometry/rect.ts";
import { DATASET_CLASSES } from "./format.ts";

/*
 * Ultralytics' format for rotated boxes, https://docs.ultralytics.com/datasets/obb/: a line with the class and the four corners in
 * shares of the image's size. It has no place for readings; they are in readings.csv.
 */

/** Without `path` the folders are relative to this file. */
export const YOLO_DATA = [
  "train: images/train",
  "val: images/val",
  "names:",
  ...DATASET_CLASSES.map((name, at) => `  ${at}: ${name}`),
  "",
].join("\n");

/** The reader refuses shares outside of 0–1, which corners of boxes at the edge of a photo can have. */
const share = (value: number, all: number): string => clamp(value / all, { min: 0, max: 1 }).toFixed(6);

export const yoloLine = ({ label, rect }: Result, { width, height }: Size): string =>
  [
    DATASET_CLASSES.indexOf(label),
    ...rectCorners(rect).flatMap(({ x, y }) => [share(x, width), share(y, height)]),
  ].join(" ");
