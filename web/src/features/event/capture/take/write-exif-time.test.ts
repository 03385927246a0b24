import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "exifr";
import { describe, expect, it } from "vitest";
import { exifTimes, writeExifTime } from "./write-exif-time.ts";

const FOLDER = join(import.meta.dirname, "../../../../../../photos/test-data/orientation");
const photo = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(join(FOLDER, name)));
const TAKEN = new Date(2026, 10, 22, 18, 12, 3, 45);
const read = (bytes: Uint8Array): Promise<Record<string, unknown>> =>
  parse(Buffer.from(bytes), { reviveValues: false, translateValues: false, tiff: true, exif: true, gps: true });

describe("writeExifTime", () => {
  it.each(["Portrait_6.jpg", "Portrait_1.jpg"])(
    "writes a time into %s that other software reads, and keeps the orientation",
    async (name) => {
      const { Orientation: before } = await read(photo(name));
      const exif = await read(writeExifTime(photo(name), TAKEN));
      expect(exif).toEqual({
        Orientation: before ?? 1,
        DateTimeOriginal: "2026:11:22 18:12:03",
        OffsetTimeOriginal: exifTimes(TAKEN).offset,
        SubSecTimeOriginal: "045",
      });
    },
  );

  it("replaces an earlier time and leaves the image data unchanged", () => {
    const bytes = photo("Portrait_1.jpg");
    const written = writeExifTime(bytes, TAKEN);
    expect(writeExifTime(bytes, new Date(TAKEN.getTime() + 1))).not.toEqual(written);
    expect(writeExifTime(written, TAKEN)).toEqual(written);
    expect(written.slice(-5000)).toEqual(bytes.slice(-5000));
  });

  it.each([[new Uint8Array()], [new Uint8Array(30)], [Uint8Array.of(0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff)]])(
    "returns bytes that are not a complete JPEG unchanged at their end",
    (bytes) => {
      expect(writeExifTime(bytes, TAKEN).slice(-bytes.length)).toHaveLength(bytes.length);
    },
  );
});
