import {
  MAX_PHOTO_PIXELS,
  ORIENTATIONS,
  type Orientation,
  type PhotoFormat,
  type OrientationOverride,
  effectiveOrientation,
} from "@precount/domain";
import { PermanentError } from "@precount/forked-process";
import sharp, { type Sharp } from "sharp";
import { type ExifFacts, readExif } from "./exif.ts";
import { heifPixels, heifSize } from "./heif.ts";
import type { PhotoPlace } from "./place.ts";
import { SAVE_AS_JPEG, checkFileStructure } from "./structure.ts";

/** Facts about a photo file. Sizes in pixels; `width` and `height` are those before orientation. */
export interface PhotoFacts {
  ok: true;
  format: PhotoFormat;
  sizeBytes: number;
  width: number;
  height: number;
  uprightWidth: number;
  uprightHeight: number;
  orientation: Orientation;
  /** ISO 8601; ends in Z when the camera wrote no offset. */
  capturedAt: string | null;
  brand: string | null;
  model: string | null;
  /** The store, bay and shelf named in EXIF or XMP text. */
  text: PhotoPlace;
}
/** `reason`: why the file is not a readable photo, as a sentence for a person. */
export type ProbeResult = PhotoFacts | { ok: false; reason: string };

export const isQuarterTurn = (orientation: Orientation): boolean =>
  ["transpose", "rotate90CW", "transverse", "rotate270CW"].includes(orientation);

/** Opens a file whose size probePhoto has checked. */
const openWithSharp = (path: string): Sharp =>
  // `truncated` is the strictest level that works: warnings are common in good phone photos.
  sharp(path, { limitInputPixels: MAX_PHOTO_PIXELS, failOn: "truncated", sequentialRead: true });

interface Header {
  width: number;
  height: number;
  exif: ExifFacts;
}

async function readHeader(path: string, format: PhotoFormat): Promise<Header> {
  if (format === "heic") {
    const [size, exif] = await Promise.all([heifSize(path), readExif(path)]);
    return { ...size, exif: { ...exif, orientation: 1 } };
  }
  const meta = await sharp(path, { limitInputPixels: false, failOn: "truncated" }).metadata();
  if ((meta.format === "heif" ? "avif" : meta.format) !== format) throw new Error(`the contents are not ${format}`);
  const exif = await readExif(format === "webp" || format === "avif" ? exifBlock(meta.exif) : path);
  return { width: meta.width, height: meta.height, exif: { ...exif, orientation: meta.orientation ?? null } };
}

/** Removes the prefix 'Exif\0\0' of libvips' EXIF block; exifr expects the bare TIFF block. */
function exifBlock(block: Buffer | undefined): Uint8Array {
  const bytes = block ?? Buffer.alloc(0);
  return bytes.toString("latin1", 0, 4) === "Exif" ? bytes.subarray(6) : bytes;
}

/** Checks a photo's structure and size and reads its metadata, without decoding pixels. */
export async function probePhoto(path: string): Promise<ProbeResult> {
  const structure = await checkFileStructure(path);
  if (!structure.ok) return structure;
  const { format, sizeBytes } = structure;
  let header: Header;
  try {
    header = await readHeader(path, format);
  } catch (error) {
    // Another copy of a complete JPEG, PNG or WebP may be less damaged. The other formats have kinds that this decoder does not know.
    const advice = ["tiff", "avif", "heic"].includes(format) ? SAVE_AS_JPEG : undefined;
    return { ok: false, reason: unreadableMessage(error, advice) };
  }
  const { width, height, exif } = header;
  if (width * height > MAX_PHOTO_PIXELS) {
    const size = `${width.toLocaleString("en")} × ${height.toLocaleString("en")} pixels`;
    return { ok: false, reason: `The photo has ${size}; at most 100 megapixels are taken. Please send a smaller one.` };
  }
  if (format === "tiff" || structure.hasStrayBytes) {
    const problem = format === "tiff" ? await findTiffProblem(path, header) : await findProblem(path);
    if (problem !== null) return { ok: false, reason: problem };
  }
  const orientation = ORIENTATIONS[exif.orientation ?? 0] ?? "unknown";
  const turned = isQuarterTurn(orientation);
  return {
    ok: true,
    format,
    sizeBytes,
    width,
    height,
    uprightWidth: turned ? height : width,
    uprightHeight: turned ? width : height,
    orientation,
    capturedAt: exif.capturedAt,
    brand: exif.brand,
    model: exif.model,
    text: exif.place,
  };
}

/** Decodes all pixels of a JPEG, reduced. */
async function findProblem(path: string): Promise<string | null> {
  try {
    await openWithSharp(path).resize(64).raw().toBuffer();
    return null;
  } catch (error) {
    return unreadableMessage(error);
  }
}

/** Decodes a corner. TIFF has more kinds of pixels than libvips reads, and it notices most of them only while it decodes. */
async function findTiffProblem(path: string, { width, height }: Header): Promise<string | null> {
  const corner = { left: 0, top: 0, width: Math.min(16, width), height: Math.min(16, height) };
  try {
    // Flattened like a preview, which fails with more than one channel besides the colors.
    const pixels = openWithSharp(path).extract(corner).flatten({ background: "#ffffff" });
    await pixels.raw({ depth: "uchar" }).toBuffer();
    return null;
  } catch (error) {
    return unreadableMessage(error, SAVE_AS_JPEG);
  }
}

/** The message for a photo that cannot be decoded, with the first line of libvips' error and without paths. */
function unreadableMessage(error: unknown, advice = "Please send the original again."): string {
  const detail = error instanceof Error ? (error.message.split("\n")[0] ?? "").replaceAll(/\S*\/\S*/g, "").trim() : "";
  return `The photo cannot be read${detail ? ` (${detail})` : ""}. ${advice}`;
}

/** Errors of the machine and not of the photo, as libvips and Node word them. */
const MACHINE_FAULTS = /no space|unable to open|permission|memory|\bE(NOSPC|ROFS|NOENT|IO|MFILE|NFILE)\b/i;

/** The error of a photo that cannot be decoded: a PermanentError unless the machine is at fault. */
export function unreadableError(error: unknown): Error {
  const isMachine = error instanceof Error && MACHINE_FAULTS.test(error.message);
  return new (isMachine ? Error : PermanentError)(unreadableMessage(error), { cause: error });
}

/** A photo ready to be decoded, and the orientation to apply to its pixels. */
export interface OpenPhoto {
  facts: PhotoFacts;
  pixels: Sharp;
  orientation: Orientation;
}

/** Opens a photo for decoding. Throws an Error with a sentence for a person when the file is not an accepted photo. */
export async function openPhoto(path: string, rotation: OrientationOverride): Promise<OpenPhoto> {
  const facts = await probePhoto(path);
  if (!facts.ok) throw new PermanentError(facts.reason);
  try {
    const pixels = facts.format === "heic" ? await heifPixels(path) : openWithSharp(path);
    return { facts, pixels, orientation: effectiveOrientation(facts.orientation, rotation) };
  } catch (error) {
    throw unreadableError(error);
  }
}
