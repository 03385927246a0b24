import sharp from "sharp";
import { type Rect, type SearchedPhoto, decodeKeypoints, encodeKeypoints } from "@precount/domain";
import { type Pixels, findKeypoints, toGray } from "@precount/photos";
import type { TruePhoto } from "@precount/vision";
import { cpuMs } from "./cpu-time.ts";
import { moveStickers } from "./move-stickers.ts";
import { drawShot, takePhoto } from "./take-photo.ts";

/** A photo of a drawn shelf. A sticker's id is the same in all photos of the shelf. */
export interface View {
  shelf: number;
  kind: "left" | "right" | "twin";
  stickers: { id: number; rect: Rect }[];
  photo: Omit<SearchedPhoto, "stickers">;
  keypointsMs: number;
}

/** Pixels of a phone's photo, at which finding keypoints is measured. */
const PHONE_EDGE_PX = 4032;

/** Photos of each side of a shelf. */
const TAKES = 3;

/**
 * Three photos of the left and three of the right side of a drawn shelf, of which each left and right one overlap by 10 to 60 %, and
 * one of a bay that looks the same but has its stickers at other places.
 */
export async function takeViews(drawn: TruePhoto, shelf: number, random: () => number): Promise<View[]> {
  const pixels = await decode(drawn.path);
  const rects = drawn.results.filter(({ label }) => label === "sticker").map(({ rect }) => rect);
  // With this share of the shelf's width, a photo overlaps one of the same share by 10 to 60 %, and those of the others by about the mean.
  const drawWidth = (): number => 1 / (1.9 - 0.5 * random());
  const twin = moveStickers(pixels, rects, random);
  const ids = rects.map((rect, n) => ({ id: shelf * 100 + n, rect }));
  // Another sticker, although its text is the same.
  const twinIds = twin.rects.flatMap((rect, n) => (rect ? [{ id: -1 - shelf * 100 - n, rect }] : []));
  const shots = [
    ...Array.from({ length: TAKES }, () => ({ kind: "left" as const, from: 0, to: drawWidth(), of: pixels, ids })),
    ...Array.from({ length: TAKES }, () => ({ kind: "right" as const, from: 1 - drawWidth(), to: 1, of: pixels, ids })),
    { kind: "twin" as const, from: 0, to: drawWidth(), of: twin.shelf, ids: twinIds },
  ];
  const views: View[] = [];
  for (const { kind, from, to, of, ids: placed } of shots) {
    const taken = takePhoto(of, drawShot(random, from, to), random);
    const stickers = placed.flatMap(({ id, rect }) => {
      const found = taken.place(rect);
      return found ? [{ id, rect: withDetectorErrors(found, random) }] : [];
    });
    views.push({ shelf, kind, stickers, ...(await findPoints(taken)) });
  }
  return views;
}

async function decode(path: string): Promise<Pixels> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** From a JPEG file with a phone's resolution, as in the worker. */
async function findPoints({ data, width, height }: Pixels): Promise<Pick<View, "photo" | "keypointsMs">> {
  const file = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: PHONE_EDGE_PX, height: PHONE_EDGE_PX, fit: "inside" })
    .jpeg({ quality: 85 })
    .toBuffer();
  const decoded = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const pixels = { data: decoded.data, width: decoded.info.width, height: decoded.info.height };
  const startedAt = cpuMs();
  const keypoints = findKeypoints(await toGray(pixels), width);
  const keypointsMs = cpuMs() - startedAt;
  // In the stored form.
  return { photo: { keypoints: decodeKeypoints(encodeKeypoints(keypoints)), size: { width, height } }, keypointsMs };
}

/** Boxes as a detector returns them: a few percent off. */
function withDetectorErrors(rect: Rect, random: () => number): Rect {
  const error = (share: number): number => (random() - 0.5) * share;
  return {
    x: Math.round(rect.x + rect.width * error(0.06)),
    y: Math.round(rect.y + rect.height * error(0.08)),
    width: Math.round(rect.width * (1 + error(0.08))),
    height: Math.round(rect.height * (1 + error(0.08))),
    angle: ((rect.angle ?? 0) + error(4) + 360) % 360,
  };
}
