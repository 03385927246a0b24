import { type FileHandle, open } from "node:fs/promises";
import { MAX_PHOTO_BYTES, type PhotoFormat } from "@precount/domain";
import { SNIFF_BYTES, isBigTiff, sniffPhoto } from "./sniff.ts";

/** `hasStrayBytes`: bytes between the parts belong to none, so only decoding shows whether the photo is readable. */
export type Structure =
  | { ok: true; format: PhotoFormat; sizeBytes: number; hasStrayBytes: boolean }
  | { ok: false; reason: string };

const TRUNCATED = "The photo is incomplete: the end of the file is missing. Please send it again.";
const DAMAGED = "The photo is damaged: its parts do not fit together. Please send the original again.";

/** For kinds of a format that no decoder here reads: retrying with the same file would not help. */
export const SAVE_AS_JPEG = "Save it as an 8-bit JPEG and send it again.";
export const BIG_TIFF_MESSAGE = `The photo is a BigTIFF, which cannot be read. ${SAVE_AS_JPEG}`;

class OpenFile {
  readonly #file: FileHandle;
  readonly sizeBytes: number;
  hasStrayBytes = false;
  constructor(file: FileHandle, sizeBytes: number) {
    this.#file = file;
    this.sizeBytes = sizeBytes;
  }
  /** Up to `length` bytes from `offset`; fewer at the end of the file. */
  async bytes(offset: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(length);
    const { bytesRead } = await this.#file.read(buffer, 0, length, offset);
    return buffer.subarray(0, bytesRead);
  }
}

/** Each check returns null for a complete file, else the reason. Checks read headers and ends of files, not pixels. */
const checks: Record<PhotoFormat, (file: OpenFile) => Promise<string | null>> = {
  jpeg: checkJpeg,
  png: checkPng,
  webp: checkWebp,
  tiff: checkTiff,
  avif: checkIsoBoxes,
  heic: checkHeic,
};

/** Checks that a file is one complete photo of an accepted format. Takes a few reads for a file of any size. */
export async function checkFileStructure(path: string): Promise<Structure> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    if (size === 0) return { ok: false, reason: "The file is empty." };
    if (size > MAX_PHOTO_BYTES) return { ok: false, reason: "The photo is larger than 100 MB." };
    const reader = new OpenFile(file, size);
    const head = await reader.bytes(0, SNIFF_BYTES);
    const format = sniffPhoto(head);
    if (isBigTiff(head)) return { ok: false, reason: BIG_TIFF_MESSAGE };
    if (!format) {
      return { ok: false, reason: "The file is not a photo: it is neither JPEG, PNG, WebP, TIFF, AVIF nor HEIC." };
    }
    const reason = await checks[format](reader);
    return reason ? { ok: false, reason } : { ok: true, format, sizeBytes: size, hasStrayBytes: reader.hasStrayBytes };
  } finally {
    await file.close();
  }
}

/** Walks the segments to the first scan and looks for an end marker after it. A thumbnail's end marker lies before it. */
async function checkJpeg(file: OpenFile): Promise<string | null> {
  let at = 2;
  for (;;) {
    const head = await file.bytes(at, 4);
    if (head.length < 4) return TRUNCATED;
    if (head[0] !== 0xff) {
      const gap = strayBytes(await file.bytes(at, MAX_STRAY_BYTES));
      if (gap === null) return DAMAGED;
      file.hasStrayBytes = true;
      at += gap;
      continue;
    }
    if (head[1] === 0xff) {
      at += 1; // a fill byte
      continue;
    }
    if (head[1] === 0xda) break;
    const unreadable = unreadableFrame(await file.bytes(at, 5));
    if (unreadable !== null) return unreadable;
    at += 2 + head.readUInt16BE(2);
  }
  // Backwards, because the marker is mostly at the very end, although phones append previews and videos.
  const step = 65_536;
  for (let end = file.sizeBytes; end > at; end -= step) {
    const from = Math.max(at, end - step);
    const chunk = await file.bytes(from, end - from + 1);
    if (chunk.lastIndexOf(Buffer.from([0xff, 0xd9])) >= 0) return null;
  }
  return TRUNCATED;
}

/** More bytes than this between two segments are no longer a wrong length of a comment or of metadata. */
const MAX_STRAY_BYTES = 4096;

/**
 * The number of bytes before the next marker; null without one. Some cameras write a length of their metadata that is a few bytes too
 * small. Decoders skip the rest.
 */
function strayBytes(bytes: Buffer): number | null {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1];
    if (next !== undefined && next >= 0xc0) return at;
  }
  return null;
}

/** Frames of DCT without hierarchy: baseline, extended, progressive, and the last two with arithmetic coding. */
const READABLE_FRAMES = new Set([0xc0, 0xc1, 0xc2, 0xc9, 0xca]);
/** Markers in the frames' number range that are not frames: Huffman tables, an extension, arithmetic conditioning. */
const NO_FRAMES = new Set([0xc4, 0xc8, 0xcc]);

/** Why the frame that this segment begins cannot be decoded; null for a readable frame and for other segments. */
function unreadableFrame(segment: Buffer): string | null {
  const [, marker = 0, , , bits = 0] = segment;
  if (segment.length < 5 || marker < 0xc0 || marker > 0xcf || NO_FRAMES.has(marker)) return null;
  if (bits !== 8) return `The photo is a ${bits}-bit JPEG, which cannot be read. ${SAVE_AS_JPEG}`;
  return READABLE_FRAMES.has(marker) ? null : `The photo is a JPEG of a kind that cannot be read. ${SAVE_AS_JPEG}`;
}

async function checkPng(file: OpenFile): Promise<string | null> {
  for (let at = 8; ;) {
    const head = await file.bytes(at, 8);
    if (head.length < 8) return TRUNCATED;
    const type = head.toString("latin1", 4);
    if (!/^[A-Za-z]{4}$/.test(type)) return DAMAGED;
    at += 12 + head.readUInt32BE(0);
    if (at > file.sizeBytes) return TRUNCATED;
    if (type === "IEND") return null;
  }
}

async function checkWebp(file: OpenFile): Promise<string | null> {
  const head = await file.bytes(0, 8);
  return 8 + head.readUInt32LE(4) > file.sizeBytes ? TRUNCATED : null;
}

async function checkIsoBoxes(file: OpenFile): Promise<string | null> {
  const meta = await findMeta(file);
  return typeof meta === "string" ? meta : null;
}

const MAX_META_BYTES = 4 * 1024 * 1024;

/** HEIF may also contain pixels of other codecs than HEVC, which this decoder finds out only when it decodes them. */
async function checkHeic(file: OpenFile): Promise<string | null> {
  const meta = await findMeta(file);
  if (typeof meta === "string") return meta;
  const index = await file.bytes(meta.at, Math.min(meta.size, MAX_META_BYTES));
  return HEVC_ITEMS.some((type) => index.includes(type, 0, "latin1")) ? null : OTHER_CODEC;
}

/** The types of HEVC-coded items, as in the index of the file's contents. */
const HEVC_ITEMS = ["hvc1", "hev1"];
const OTHER_CODEC = `The photo is a HEIF of a kind that cannot be read. ${SAVE_AS_JPEG}`;

/**
 * Where `meta` is, the index of the file's contents; else why the file is not complete. The top-level boxes must cover the file exactly.
 */
async function findMeta(file: OpenFile): Promise<{ at: number; size: number } | string> {
  let meta: { at: number; size: number } | null = null;
  for (let at = 0; at < file.sizeBytes;) {
    const head = await file.bytes(at, 16);
    if (head.length < 8) return TRUNCATED;
    let size = head.readUInt32BE(0);
    if (size === 1) {
      if (head.length < 16) return TRUNCATED;
      size = Number(head.readBigUInt64BE(8));
    } else if (size === 0) {
      size = file.sizeBytes - at; // the last box, to the end
    }
    if (size < 8) return DAMAGED;
    if (at + size > file.sizeBytes) return TRUNCATED;
    if (head.toString("latin1", 4, 8) === "meta") meta ??= { at, size };
    at += size;
  }
  return meta ?? DAMAGED;
}

/** The tags of strip and tile offsets and lengths. */
const TIFF_PIXEL_TAGS = new Set([273, 279, 324, 325]);
const SUBFILE_TYPE = 254;
const COMPRESSION = 259;
const PHOTOMETRIC = 262;
const PLANES = 284;
/** The tags whose values are needed. */
const TIFF_TAGS = new Set([...TIFF_PIXEL_TAGS, SUBFILE_TYPE, COMPRESSION, PHOTOMETRIC, PLANES]);
/** Bytes per value by the tag's type number. */
const TIFF_TYPE_BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 5: 8, 8: 2, 9: 4, 10: 8, 11: 4, 12: 8 };
const TIFF_SHORT = 3;
const TIFF_LONG = 4;

/** The first directory and all its strips or tiles must lie inside the file. */
async function checkTiff(file: OpenFile): Promise<string | null> {
  const head = await file.bytes(0, 8);
  const little = head[0] === 0x49;
  const u16 = (b: Buffer, i: number) => (little ? b.readUInt16LE(i) : b.readUInt16BE(i));
  const u32 = (b: Buffer, i: number) => (little ? b.readUInt32LE(i) : b.readUInt32BE(i));
  if (head.length < 8) return TRUNCATED;
  const directoryAt = u32(head, 4);
  const countBytes = await file.bytes(directoryAt, 2);
  if (countBytes.length < 2) return TRUNCATED;
  const count = u16(countBytes, 0);
  const directory = await file.bytes(directoryAt + 2, count * 12);
  if (directory.length < count * 12) return TRUNCATED;

  const values = new Map<number, number[]>();
  for (let i = 0; i < count; i++) {
    const entry = directory.subarray(i * 12, i * 12 + 12);
    const type = u16(entry, 2);
    const n = u32(entry, 4);
    const lengthBytes = n * (TIFF_TYPE_BYTES[type] ?? 1);
    const list = lengthBytes <= 4 ? entry.subarray(8) : null;
    if (!list && u32(entry, 8) + lengthBytes > file.sizeBytes) return TRUNCATED;
    if (!TIFF_TAGS.has(u16(entry, 0)) || (type !== TIFF_SHORT && type !== TIFF_LONG)) continue;
    const bytes = list ?? (await file.bytes(u32(entry, 8), lengthBytes));
    const read = (k: number) => (type === TIFF_LONG ? u32(bytes, k * 4) : u16(bytes, k * 2));
    values.set(
      u16(entry, 0),
      Array.from({ length: n }, (_, k) => read(k)),
    );
  }
  const unreadable = unreadableTiff((tag) => values.get(tag)?.[0] ?? 0);
  if (unreadable !== null) return unreadable;
  const offsets = values.get(273) ?? values.get(324) ?? [];
  const lengths = values.get(279) ?? values.get(325) ?? [];
  return offsets.some((offset, i) => offset + (lengths[i] ?? 0) > file.sizeBytes) ? TRUNCATED : null;
}

/** Why a TIFF of this kind is not decoded or is decoded to wrong pixels, without an error; null for other kinds. */
function unreadableTiff(valueOf: (tag: number) => number): string | null {
  const isReduced = valueOf(SUBFILE_TYPE) % 2 === 1;
  if (isReduced)
    return `The photo is a camera's raw file, or another TIFF that begins with a reduced copy. ${SAVE_AS_JPEG}`;
  const isOldJpeg = valueOf(COMPRESSION) === 6;
  const isPlanarYcc = valueOf(PHOTOMETRIC) === 6 && valueOf(PLANES) === 2;
  return isOldJpeg || isPlanarYcc ? `The photo is a TIFF of a kind that cannot be read. ${SAVE_AS_JPEG}` : null;
}
