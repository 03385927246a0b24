import { crc32, deflateSync } from "node:zlib";

/** A generated gray JPEG of 64 × 48 pixels. */
const JPEG = Buffer.from(
  "/9j/2wBDABAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////2wBDARAQEBAREBIUFBIZGxgbGSUiHx8iJTgoKygrKDhVNT41NT41VUtbSkVKW0uHal5eaoecg3yDnL2pqb3u4u7/////wgARCAAwAEADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAVAQEBAAAAAAAAAAAAAAAAAAAAAv/aAAwDAQACEAMQAAAAvC4AAAAAAAAAAA//xAAUEAEAAAAAAAAAAAAAAAAAAABQ/9oACAEBAAE/AEP/xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAECAQE/AE//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAEDAQE/AE//2Q==",
  "base64",
);
export const SAMPLE_SIZE = { width: 64, height: 48 };

export interface SampleOptions {
  /** Different texts give different bytes. */
  text?: string;
  /** The EXIF orientation, 1–8. */
  orientation?: number;
  /** In the format of EXIF. */
  make?: string;
  capturedAt?: string;
}

let count = 0;

/** A small valid JPEG with unique bytes, unless the text is given. */
export function samplePhoto(options: SampleOptions = {}): Buffer {
  const text = Buffer.from(options.text ?? `sample ${(count += 1)} ${process.pid} ${Math.random()}`);
  const segments = [segment(0xfe, text)];
  if (options.orientation || options.make || options.capturedAt) segments.unshift(segment(0xe1, exif(options)));
  return Buffer.concat([JPEG.subarray(0, 2), ...segments, JPEG.subarray(2)]);
}

function segment(marker: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** A TIFF block with one IFD, big-endian: orientation, camera, and the time in the second IFD. */
function exif({ orientation = 1, make = "Precount", capturedAt = "2026:11:02 08:30:00" }: SampleOptions): Buffer {
  const texts = [`${make}\0`, `${capturedAt}\0`].map((text) => Buffer.from(text, "latin1"));
  const [makeText = Buffer.alloc(0), timeText = Buffer.alloc(0)] = texts;
  const ifd0At = 8;
  const exifAt = ifd0At + 2 + 3 * 12 + 4;
  const makeAt = exifAt + 2 + 12 + 4;
  const timeAt = makeAt + makeText.length;
  const ifd0 = [
    entry(0x010f, 2, makeText.length, makeAt),
    entry(0x0112, 3, 1, orientation << 16),
    entry(0x8769, 4, 1, exifAt),
  ];
  const times = [entry(0x9003, 2, timeText.length, timeAt)];
  const tiff = Buffer.concat([Buffer.from("MM\0*\0\0\0\x08", "latin1"), ifd(ifd0), ifd(times), makeText, timeText]);
  return Buffer.concat([Buffer.from("Exif\0\0", "latin1"), tiff]);
}

function ifd(entries: Buffer[]): Buffer {
  const head = Buffer.alloc(2);
  head.writeUInt16BE(entries.length);
  return Buffer.concat([head, ...entries, Buffer.alloc(4)]);
}

function entry(tag: number, type: number, count: number, value: number): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt16BE(tag, 0);
  bytes.writeUInt16BE(type, 2);
  bytes.writeUInt32BE(count, 4);
  bytes.writeUInt32BE(value, 8);
  return bytes;
}

/** A PNG of a few kilobytes whose header declares this many pixels. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const chunks = [
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.alloc(1000))),
    chunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}
