import type { Result } from "../detection/result.ts";
import { DATASET_CLASSES, type DatasetImage } from "./format.ts";
import { boundsOf, polygonOf, readingAttributes, roundPx } from "./readings.ts";

/*
 * COCO object detection, https://cocodataset.org/#format-data. The format has no rotated boxes: `bbox` is the upright box around the
 * rotated one, `segmentation` its corners, and `attributes.rotation` its angle, as CVAT writes it.
 */

export const COCO_CATEGORIES = DATASET_CLASSES.map((name, at) => ({ id: at + 1, name, supercategory: "shelf photo" }));

export const cocoImage = ({ id, sid, file, url, size, areaCode, sha256 }: DatasetImage) => ({
  id,
  file_name: file,
  ...size,
  ...(url !== null && { coco_url: url }),
  sid,
  sha256,
  area_code: areaCode,
});

export function cocoAnnotation(id: number, imageId: number, result: Result) {
  const { left, top, right, bottom } = boundsOf(result.rect);
  return {
    id,
    image_id: imageId,
    category_id: DATASET_CLASSES.indexOf(result.label) + 1,
    bbox: [left, top, roundPx(right - left), roundPx(bottom - top)],
    area: result.rect.width * result.rect.height,
    segmentation: [polygonOf(result.rect)],
    iscrowd: 0,
    score: result.confidence,
    attributes: { rotation: result.rect.angle ?? 0, ...readingAttributes(result) },
  };
}
