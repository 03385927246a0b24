import { crc32, deflateSync } from "node:zlib";
import sharp, { type Sharp } from "sharp";

/** A photo with a dark top left corner, so that each orientation looks different. */
export function cornerPhoto(width: number, height: number): Sharp {
  const corner = { width: Math.ceil(width / 4), height: Math.ceil(height / 4), channels: 3 as const };
  return sharp({ create: { width, height, channels: 3, background: "#e8e0d0" } }).composite([
    { input: { create: { ...corner, background: "#203040" } }, left: 0, top: 0 },
  ]);
}

/** A complete black PNG: 30,000 × 30,000 pixels take 120 kB. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8); // one bit, gray
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(width / 8)) * height), { level: 9 });
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk("IHDR", header),
    pngChunk("IDAT", rows),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
