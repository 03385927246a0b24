import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareZXingModule, writeBarcode } from "zxing-wasm/writer";
import { PhotoProcess } from "./photo-process.ts";
import { hugePng } from "./testing/make-photos.ts";

let folder = "";
const photos = new PhotoProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-codes-"));
  const wasm = await readFile(createRequire(import.meta.url).resolve("zxing-wasm/writer/zxing_writer.wasm"));
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
});
afterAll(async () => {
  await photos.close();
  await rm(folder, { recursive: true, force: true });
});

type Format = "QRCode" | "Code128" | "EAN13" | "DataMatrix";

/** A code with its quiet zone, six pixels a module. */
async function code(text: string, format: Format = "QRCode"): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format, scale: 6 });
  if (!image) throw new Error(error);
  return sharp(await image.arrayBuffer())
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
}

/** Codes below each other on grey. */
async function wall(...codes: Buffer[]): Promise<Sharp> {
  const input = codes.map((picture, i) => ({ input: picture, left: 60, top: 60 + i * 440 }));
  const size = { width: 1800, height: 120 + codes.length * 440 };
  const picture = sharp({ create: { ...size, channels: 3, background: "#8a8a90" } }).composite(input);
  return sharp(await picture.png().toBuffer());
}

async function read(picture: Sharp | Buffer, name: string): Promise<string[]> {
  const path = join(folder, name);
  await writeFile(path, Buffer.isBuffer(picture) ? picture : await picture.toBuffer());
  return (await photos.readCodes(path)).map(({ format, text }) => `${format} ${text}`);
}

test("QR codes and Code 128s, each text once; other kinds, and texts that are too long, are not codes", async () => {
  const picture = await wall(
    await code("PRECOUNT:A412"),
    await code("PRECOUNT:A412", "Code128"),
    await code("000077", "Code128"),
    await code("4006381333931", "EAN13"),
    await code("PRECOUNT:A9", "DataMatrix"),
    await code("https://example.test/with/a/long/path"),
  );
  expect((await read(picture.jpeg({ quality: 70 }), "all.jpg")).toSorted()).toEqual([
    "Code128 000077",
    "Code128 PRECOUNT:A412",
    "QRCode PRECOUNT:A412",
  ]);
});

test.each([0, 90, 180, 270, 12])("turned by %i degrees", async (angle) => {
  const picture = await wall(await code("PRECOUNT:A412"), await code("77", "Code128"));
  const turned = picture.rotate(angle, { background: "#8a8a90" }).jpeg();
  expect((await read(turned, `turned-${angle}.jpg`)).toSorted()).toEqual(["Code128 77", "QRCode PRECOUNT:A412"]);
});

test.each([
  ["grey", (picture: Sharp) => picture.grayscale().jpeg()],
  ["transparent PNG of 16 bits", (picture: Sharp) => picture.ensureAlpha().toColourspace("rgb16").png()],
  ["CMYK", (picture: Sharp) => picture.toColourspace("cmyk").jpeg()],
  ["AVIF", (picture: Sharp) => picture.avif({ effort: 0 })],
])("a photo that is %s", async (name, encode) => {
  expect(await read(encode(await wall(await code("PRECOUNT:A412"))), `${name}.bin`)).toEqual(["QRCode PRECOUNT:A412"]);
});

test("a photo of a phone without any, and one of 48 megapixels", async () => {
  const phone = new URL("../test-data/heic/iphone_13_pro_max.HEIC", import.meta.url).pathname;
  expect(await photos.readCodes(phone)).toEqual([]);
  const large = (await wall(await code("PRECOUNT:A412"))).resize({ width: 8000, height: 6000, fit: "fill" }).jpeg();
  expect(await read(large, "large.jpg")).toEqual(["QRCode PRECOUNT:A412"]);
});

test("what is no photo is refused with a sentence, and the next one is read", async () => {
  await expect(read(Buffer.from("<!doctype html>"), "page.jpg")).rejects.toThrow(/^The file is not a photo/);
  await expect(read(hugePng(30_000, 30_000), "bomb.png")).rejects.toThrow(/at most 100 megapixels/);
  expect(await read((await wall(await code("7"))).png(), "next.png")).toEqual(["QRCode 7"]);
});

test("one that takes too long is stopped", async () => {
  const hasty = new PhotoProcess({ codesTimeoutMs: 1 });
  const path = join(folder, "slow.png");
  await (await wall(await code("7"))).png().toFile(path);
  await expect(hasty.readCodes(path)).rejects.toThrow(/took longer than/);
  await hasty.close();
});
