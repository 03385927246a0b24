import {
  ORIENTATIONS,
  type Orientation,
  type Point,
  type Rotation,
  type Size,
  orientPoint,
  orientSize,
  unorientPoint,
} from "@precount/domain";

/** Enough to read handwriting by, and quick to make. Pixels. */
const LONGEST_SIDE = 4096;

/**
 * The stored pixels of a photo turned by `rotation` alone, whatever the file says (decision 17). Browsers give them upright
 * only, so what the file says is taken back first.
 */
export async function turned(file: File, rotation: Rotation): Promise<Blob> {
  const bitmap = await createImageBitmap(file);
  const { size, transform } = turnOf(bitmap, await orientationOf(file), rotation);
  const scale = Math.min(1, LONGEST_SIDE / Math.max(size.width, size.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(size.width * scale);
  canvas.height = Math.round(size.height * scale);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.scale(scale, scale);
  context.transform(...transform);
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/jpeg", 0.9);
  });
}

type Transform = [a: number, b: number, c: number, d: number, e: number, f: number];

/** From the upright photo to the turned one: its size, and the canvas's transform. */
export function turnOf(upright: Size, said: Orientation, rotation: Rotation): { size: Size; transform: Transform } {
  const wanted = rotation === "none" ? said : rotation;
  const stored = orientSize(upright, said);
  const place = (point: Point): Point => orientPoint(unorientPoint(point, stored, said), stored, wanted);
  const origin = place({ x: 0, y: 0 });
  const right = place({ x: upright.width, y: 0 });
  const below = place({ x: 0, y: upright.height });
  return {
    size: orientSize(stored, wanted),
    transform: [
      along(origin.x, right.x, upright.width),
      along(origin.y, right.y, upright.width),
      along(origin.x, below.x, upright.height),
      along(origin.y, below.y, upright.height),
      origin.x,
      origin.y,
    ],
  };
}

/** Of the axis that ran from one to the other: how far along for each pixel. */
const along = (from: number, to: number, length: number): number => (to - from) / length;

/** What the file says; of formats that say it in a way of their own, nothing. */
async function orientationOf(file: File): Promise<Orientation> {
  // Few turn a photo by force: its reader comes when somebody does.
  const { default: exifr } = await import("exifr");
  const said = await exifr.orientation(file).catch(() => undefined);
  return ORIENTATIONS[said ?? 0] ?? "unknown";
}
