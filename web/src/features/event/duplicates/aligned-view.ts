import { type Homography, type Point, type Rect, type Size, invertHomography, mapPoint } from "@precount/domain";

/** A part of photo A: its center and width, pixels of A. */
export type View = { center: Point; width: number };

/** The sticker with its surroundings, by which a person recognizes the place: five times its width. */
export const viewAround = (rect: Rect): View => ({
  center: { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 },
  width: rect.width * 5,
});

export type Transform = [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * The six numbers of a canvas transform that shows a part of a photo in a frame.
 * @param imageScale pixels of the loaded image per pixel of the photo
 * @param homography for photo B: from A to B. It is shown as A sees it, approximated near the center.
 */
export function alignedTransform(
  { center, width }: View,
  frame: Size,
  imageScale: number,
  homography: readonly number[] | null,
): Transform {
  const scale = frame.width / width;
  // The server sends nine numbers.
  const toA = homography === null ? null : invertHomography(homography as unknown as Homography);
  const inA = (point: Point): Point => (toA === null ? point : mapPoint(toA, point));
  const toFrame = (point: Point): Point => {
    const { x, y } = inA({ x: point.x / imageScale, y: point.y / imageScale });
    return { x: (x - center.x) * scale + frame.width / 2, y: (y - center.y) * scale + frame.height / 2 };
  };
  const near = homography === null ? center : mapPoint(homography as unknown as Homography, center);
  const at = { x: near.x * imageScale, y: near.y * imageScale };
  const origin = toFrame(at);
  const right = toFrame({ x: at.x + 1, y: at.y });
  const below = toFrame({ x: at.x, y: at.y + 1 });
  const [a, b] = [right.x - origin.x, right.y - origin.y];
  const [c, d] = [below.x - origin.x, below.y - origin.y];
  return [a, b, c, d, origin.x - a * at.x - c * at.y, origin.y - b * at.x - d * at.y];
}
