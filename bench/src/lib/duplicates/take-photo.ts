import {
  type Corners,
  type Homography,
  type Point,
  type Rect,
  fitHomography,
  mapPoint,
  rectCorners,
} from "@precount/domain";
import type { Pixels } from "@precount/photos";

/** How a photo of a drawn shelf is taken. */
export interface Shot {
  /** The part of the drawn shelf that the photo shows, as shares of its width. */
  from: number;
  to: number;
  /** Degrees that the camera is rolled. */
  roll: number;
  /** How far the corners move, as a share of the photo's sides: the camera does not look straight at the shelf. */
  corners: readonly (readonly [number, number])[];
  gain: number;
  offset: number;
  /** How much brighter the right side is than the left one, as a share. */
  slope: number;
  noise: number;
  /** Offsets of a grid of points, as shares of the width: goods are at different depths, so a step aside moves them differently. */
  parallax: readonly (readonly number[])[];
}

/** Long edge of the drawn photo, pixels. */
const EDGE_PX = 2016;

export const drawShot = (random: () => number, from: number, to: number): Shot => {
  const between = (low: number, high: number): number => low + random() * (high - low);
  return {
    from,
    to,
    roll: between(-5, 5),
    corners: Array.from({ length: 4 }, () => [between(-0.04, 0.04), between(-0.04, 0.04)] as const),
    gain: between(0.65, 1.2),
    offset: between(-10, 15),
    slope: between(-0.3, 0.3),
    noise: between(4, 16),
    parallax: Array.from({ length: 6 }, () => Array.from({ length: 9 }, () => between(-0.005, 0.005))),
  };
};

export interface TakenPhoto extends Pixels {
  /** Where a rect of the drawn shelf is in the photo; null outside. */
  place(rect: Rect): Rect | null;
}

/** Photographs a drawn shelf. */
export function takePhoto(shelf: Pixels, shot: Shot, random: () => number): TakenPhoto {
  const left = shot.from * shelf.width;
  const seenWidth = (shot.to - shot.from) * shelf.width;
  const scale = EDGE_PX / Math.max(seenWidth, shelf.height);
  const [width, height] = [Math.round(seenWidth * scale), Math.round(shelf.height * scale)];
  const toShelf = photoToShelf(shot, { width, height }, { left, seenWidth, height: shelf.height });
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const point = toShelf({ x, y });
      const light = shot.gain * (1 + shot.slope * (x / width - 0.5));
      // The sum of two random numbers is nearly normal.
      const noise = (random() + random() - 1) * shot.noise;
      for (let channel = 0; channel < 3; channel++) {
        const value = sampleAt(shelf, point, channel) * light + shot.offset + noise;
        data[(y * width + x) * 3 + channel] = Math.max(0, Math.min(255, value));
      }
    }
  }
  return { data, width, height, place: (rect) => placeRect(rect, toShelf, { width, height }) };
}

type Window = { left: number; seenWidth: number; height: number };

/** Maps a pixel of the photo to the drawn shelf. */
function photoToShelf(
  shot: Shot,
  { width, height }: { width: number; height: number },
  { left, seenWidth, height: shelfHeight }: Window,
): (point: Point) => Point {
  const angle = (shot.roll * Math.PI) / 180;
  const corners = [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([u, v], n): [Point, Point] => {
    const [du, dv] = shot.corners[n]!;
    const [x, y] = [(u! + du - 0.5) * seenWidth, (v! + dv - 0.5) * shelfHeight];
    return [
      { x: u! * width, y: v! * height },
      {
        x: left + seenWidth / 2 + x * Math.cos(angle) - y * Math.sin(angle),
        y: shelfHeight / 2 + x * Math.sin(angle) + y * Math.cos(angle),
      },
    ];
  });
  // Four corners of a photo always have a homography.
  const homography: Homography = fitHomography(corners)!;
  return (point) => {
    const { x, y } = mapPoint(homography, point);
    const shift = gridValue(shot.parallax, point.x / width, point.y / height) * seenWidth;
    return { x: x + shift, y: y + shift / 4 };
  };
}

/** Bilinear interpolation of a grid over 0–1. */
function gridValue(grid: readonly (readonly number[])[], u: number, v: number): number {
  const [x, y] = [
    Math.max(0, Math.min(0.999, u)) * (grid[0]!.length - 1),
    Math.max(0, Math.min(0.999, v)) * (grid.length - 1),
  ];
  const [column, row] = [Math.trunc(x), Math.trunc(y)];
  const [fx, fy] = [x - column, y - row];
  const top = grid[row]![column]! * (1 - fx) + grid[row]![column + 1]! * fx;
  const bottom = grid[row + 1]![column]! * (1 - fx) + grid[row + 1]![column + 1]! * fx;
  return top * (1 - fy) + bottom * fy;
}

/** Gray beyond the drawn shelf. */
function sampleAt({ data, width, height }: Pixels, { x, y }: Point, channel: number): number {
  if (x < 0 || y < 0 || x >= width - 1 || y >= height - 1) return 110;
  const [column, row] = [Math.trunc(x), Math.trunc(y)];
  const [fx, fy] = [x - column, y - row];
  const i = (row * width + column) * 3 + channel;
  const below = i + width * 3;
  return (data[i]! * (1 - fx) + data[i + 3]! * fx) * (1 - fy) + (data[below]! * (1 - fx) + data[below + 3]! * fx) * fy;
}

/** Inverts `toShelf` by a few corrections, which converge because the view is nearly flat. */
function placeRect(rect: Rect, toShelf: (point: Point) => Point, size: { width: number; height: number }): Rect | null {
  const scale = 1 / (toShelf({ x: 1, y: 0 }).x - toShelf({ x: 0, y: 0 }).x);
  const corners = rectCorners(rect).map((corner) => {
    let point = { x: size.width / 2, y: size.height / 2 };
    for (let round = 0; round < 30; round++) {
      const at = toShelf(point);
      point = { x: point.x + (corner.x - at.x) * scale * 0.8, y: point.y + (corner.y - at.y) * scale * 0.8 };
    }
    return point;
  });
  const isInside = corners.every(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height);
  // Four corners of a rect.
  return isInside ? boxAround(corners as unknown as Corners) : null;
}

const side = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The rotated box with the mean sides of a quadrilateral. */
function boxAround([topLeft, topRight, bottomRight, bottomLeft]: Corners): Rect {
  const width = Math.round((side(topLeft, topRight) + side(bottomLeft, bottomRight)) / 2);
  const height = Math.round((side(topLeft, bottomLeft) + side(topRight, bottomRight)) / 2);
  const cx = (topLeft.x + topRight.x + bottomRight.x + bottomLeft.x) / 4;
  const cy = (topLeft.y + topRight.y + bottomRight.y + bottomLeft.y) / 4;
  const radians = Math.atan2(
    topRight.y + bottomRight.y - topLeft.y - bottomLeft.y,
    topRight.x + bottomRight.x - topLeft.x - bottomLeft.x,
  );
  const angle = ((radians * 180) / Math.PI + 360) % 360;
  return { x: Math.round(cx - width / 2), y: Math.round(cy - height / 2), width, height, angle };
}
