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
// The product's limit of 20 s would measure how busy the machine is.
const photos = new PhotoProcess({ codesTimeoutMs: 110_000 });
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

/** Draws a code with its quiet zone, six pixels per module. */
async function code(text: string, format: Format = "QRCode"): Promise<Buffer> {
  const { image, error } = await writeBarcode(text, { format, scale: 6 });
  if (!image) throw new Error(error);
  return sharp(await image.arrayBuffer())
    .flatten({ background: "#ffffff" })
    .png()
    .toBuffer();
}

/** Draws codes below each other on gray. */
async function drawCodes(...codes: Buffer[]): Promise<Sharp> {
  const input = codes.map((image, i) => ({ input: image, left: 60, top: 60 + i * 440 }));
  const size = { width: 1800, height: 120 + codes.length * 440 };
  const image = sharp({ create: { ...size, channels: 3, background: "#8a8a90" } }).composite(input);
  return sharp(await image.png().toBuffer());
}

async function read(image: Sharp | Buffer, name: string): Promise<string[]> {
  const path = join(folder, name);
  await writeFile(path, Buffer.isBuffer(image) ? image : await image.toBuffer());
  return (await photos.readCodes(path)).map(({ format, text }) => `${format} ${text}`);
}

test("reads QR codes and Code 128, each text once, and ignores other kinds and long texts", async () => {
  const image = await drawCodes(
    await code("PRECOUNT:A412"),
    await code("PRECOUNT:A412", "Code128"),
    await code("000077", "Code128"),
    await code("4006381333931", "EAN13"),
    await code("PRECOUNT:A9", "DataMatrix"),
    await code("https://example.test/with/a/long/path"),
  );
  expect((await read(image.jpeg({ quality: 70 }), "all.jpg")).toSorted()).toEqual([
    "Code128 000077",
    "Code128 PRECOUNT:A412",
    "QRCode PRECOUNT:A412",
  ]);
});

/** `script/test-nightly` reads all angles and the largest photo. */
const IS_EXHAUSTIVE = Boolean(process.env["TEST_EXHAUSTIVE"]);
const ANGLES = IS_EXHAUSTIVE ? [0, 90, 180, 270, 12] : [90, 12];
/** Both are wider than the pixels that are searched. */
const LARGE = IS_EXHAUSTIVE ? { width: 8000, height: 6000 } : { width: 4800, height: 1800 };
/** A photo of a phone has 12 megapixels, and its file takes a second to decode. */
const WITHOUT_CODES = IS_EXHAUSTIVE ? "heic/iphone_13_pro_max.HEIC" : "orientation/Portrait_6.jpg";

test.each(ANGLES)("reads codes rotated by %i degrees", async (angle) => {
  const image = await drawCodes(await code("PRECOUNT:A412"), await code("77", "Code128"));
  const turned = image.rotate(angle, { background: "#8a8a90" }).jpeg();
  expect((await read(turned, `turned-${angle}.jpg`)).toSorted()).toEqual(["Code128 77", "QRCode PRECOUNT:A412"]);
});

test.each([
  ["gray", (image: Sharp) => image.grayscale().jpeg()],
  ["transparent PNG of 16 bits", (image: Sharp) => image.ensureAlpha().toColourspace("rgb16").png()],
  ["CMYK", (image: Sharp) => image.toColourspace("cmyk").jpeg()],
  ["AVIF", (image: Sharp) => image.avif({ effort: 0 })],
])("reads a code in a photo that is %s", async (name, encode) => {
  expect(await read(encode(await drawCodes(await code("PRECOUNT:A412"))), `${name}.bin`)).toEqual([
    "QRCode PRECOUNT:A412",
  ]);
});

test(`finds nothing in a photo without codes, and reads a code in one of ${LARGE.width} × ${LARGE.height} pixels`, async () => {
  const photo = new URL(`../test-data/${WITHOUT_CODES}`, import.meta.url).pathname;
  expect(await photos.readCodes(photo)).toEqual([]);
  const large = (await drawCodes(await code("PRECOUNT:A412"))).resize({ ...LARGE, fit: "fill" }).jpeg();
  expect(await read(large, "large.jpg")).toEqual(["QRCode PRECOUNT:A412"]);
});

test("rejects a file that is not a photo with a message, and reads the next one", async () => {
  await expect(read(Buffer.from("<!doctype html>"), "page.jpg")).rejects.toThrow(/^The file is not a photo/);
  await expect(read(hugePng(30_000, 30_000), "bomb.png")).rejects.toThrow(/at most 100 megapixels/);
  expect(await read((await drawCodes(await code("7"))).png(), "next.png")).toEqual(["QRCode 7"]);
});

test("stops a call that takes too long", async () => {
  const hasty = new PhotoProcess({ codesTimeoutMs: 1 });
  const path = join(folder, "slow.png");
  await (await drawCodes(await code("7"))).png().toFile(path);
  await expect(hasty.readCodes(path)).rejects.toThrow(/took longer than/);
  await hasty.close();
});
