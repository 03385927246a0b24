import { readFileSync } from "node:fs";
import { join } from "node:path";

const PHOTO = readFileSync(join(import.meta.dirname, "../../photos/test-data/orientation/Portrait_1.jpg"));
export type SmallPhoto = { name: string; mimeType: string; buffer: Buffer };

/** Small photos with different bytes: a JPEG comment contains the name `01.jpg`, `02.jpg`… */
export const createSmallPhotos = (count: number): SmallPhoto[] =>
  Array.from({ length: count }, (_, at) => {
    const name = `${String(at + 1).padStart(2, "0")}.jpg`;
    const comment = Buffer.from(name);
    // A JPEG comment segment after the start marker FF D8: FF FE, the length including its own two bytes, the text.
    const segment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, comment.length + 2]), comment]);
    return { name, mimeType: "image/jpeg", buffer: Buffer.concat([PHOTO.subarray(0, 2), segment, PHOTO.subarray(2)]) };
  });

/** Adds an EXIF segment with the original time, such as `2026:03:14 09:26:53`, before all other segments of a JPEG. */
export function withExifTime(jpeg: Buffer, time: string): Buffer {
  const text = Buffer.from(`${time}\0`);
  const tiff = Buffer.alloc(44);
  tiff.write("II*\0\b\0\0\0", "latin1"); // little endian; the first directory is at byte 8
  writeEntry(tiff, 8, [0x87_69, 4, 1, 26]); // ExifIFD: the second directory is at byte 26
  writeEntry(tiff, 26, [0x90_03, 2, text.length, 44]); // DateTimeOriginal: its text is at byte 44
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), tiff, text]);
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)]);
}

/** Writes a TIFF directory with one entry. */
function writeEntry(tiff: Buffer, at: number, [tag, type, count, value]: [number, number, number, number]): void {
  tiff.writeUInt16LE(1, at);
  tiff.writeUInt16LE(tag, at + 2);
  tiff.writeUInt16LE(type, at + 4);
  tiff.writeUInt32LE(count, at + 6);
  tiff.writeUInt32LE(value, at + 10);
}
