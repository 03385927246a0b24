import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ORIENTATION_OVERRIDES } from "@precount/domain";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PhotoProcess } from "./photo-process.ts";
import { cornerPhoto, hugePng } from "./testing/make-photos.ts";
import { decodeUpright } from "./upright.ts";

const testData = (name: string) => new URL(`../test-data/${name}`, import.meta.url).pathname;

let folder = "";
const photos = new PhotoProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-photos-"));
});
afterAll(async () => {
  await photos.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, bytes: Uint8Array | string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

const render = (path: string, out: string, rotation: "none" | "rotate90CW" = "none", width = 320) =>
  photos.render(path, { rotation, width, quality: 80, out: join(folder, out) });

const pixels = (file: string) => sharp(file).resize(24, 36, { fit: "fill" }).raw().toBuffer();
const source = () => cornerPhoto(300, 200);
const refusal = async (path: string) => {
  const facts = await photos.probe(path);
  return facts.ok ? "taken" : facts.reason;
};

test("cuts boxes upright from a photo that lies on its side, with a margin", async () => {
  const bytes = await cornerPhoto(300, 200).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
  const path = await put("crops.jpg", bytes);
  const upright = await decodeUpright(path, "none");
  const rects = [
    { x: 20, y: 30, width: 50, height: 20 },
    { x: 100, y: 220, width: 50, height: 20, angle: 90 },
  ];
  const crops = await photos.cutCrops(path, { rotation: "none", rects });
  expect(crops).toHaveLength(2);
  for (const [at, { x, y, width, height }] of rects.entries()) {
    const { data, info } = await sharp(crops[at]).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([62, 25]);
    const center = (12 * 62 + 31) * 3;
    const there = ((y + height / 2) * upright.width + x + width / 2) * 3;
    for (let i = 0; i < 3; i++)
      expect(Math.abs((data[center + i] ?? 0) - (upright.data[there + i] ?? 0))).toBeLessThan(12);
  }
});

describe("probe", () => {
  test.each([
    ["jpeg", (s: Sharp) => s.jpeg()],
    ["png", (s: Sharp) => s.png()],
    ["webp", (s: Sharp) => s.webp()],
    ["tiff", (s: Sharp) => s.tiff()],
    ["avif", (s: Sharp) => s.avif({ effort: 0 })],
  ] as const)("recognizes %s under any name", async (format, encode) => {
    const path = await put(`a-${format}.txt`, await encode(cornerPhoto(200, 120)).toBuffer());
    expect(await photos.probe(path)).toMatchObject({ ok: true, format, width: 200, uprightHeight: 120 });
    expect(await render(path, `${format}.jpg`)).toMatchObject({ width: 200, height: 120 });
  });

  test("rotates a phone's HEIC once, by the file and not by its EXIF", async () => {
    const facts = await photos.probe(testData("heic/iphone_13_pro_max.HEIC"));
    expect(facts).toMatchObject({
      ok: true,
      format: "heic",
      uprightWidth: 3024,
      uprightHeight: 4032,
      orientation: "normal",
      capturedAt: "2022-02-16T12:55:41+01:00",
      brand: "Apple",
      model: "iPhone 13 Pro Max",
    });
    expect(await render(testData("heic/iphone_13_pro_max.HEIC"), "heic.jpg")).toMatchObject({
      width: 320,
      height: 427,
    });
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    "S4.23 EXIF orientation %i is rendered upright, like the other seven",
    async (value) => {
      const [path, normal] = [testData(`orientation/Portrait_${value}.jpg`), testData("orientation/Portrait_1.jpg")];
      expect(await photos.probe(path)).toMatchObject({ ok: true, uprightWidth: 1200, uprightHeight: 1800 });
      await render(path, `o${value}.jpg`);
      const [turned, upright] = await Promise.all([pixels(join(folder, `o${value}.jpg`)), pixels(normal)]);
      const difference = turned.reduce((sum, byte, i) => sum + Math.abs(byte - (upright[i] ?? 0)), 0) / turned.length;
      expect(difference).toBeLessThan(6); // of 255; each photo shows its own number
    },
  );

  test("S4.24 a forced rotation overrides the metadata", async () => {
    const path = await put(
      "forced.jpg",
      await cornerPhoto(200, 120).withMetadata({ orientation: 3 }).jpeg().toBuffer(),
    );
    const { data, width, height } = await decodeUpright(path, "rotate90CW");
    expect([width, height]).toEqual([120, 200]);
    expect(data[(width - 2) * 3]).toBeLessThan(80); // the corner moved from top left to top right
  });

  test.each(ORIENTATION_OVERRIDES.slice(1).map((name, i) => [name, i + 1] as const))(
    "S4.24 forced %s gives the same pixels as EXIF orientation %i",
    async (name, exif) => {
      const stored = await cornerPhoto(60, 40).png().toBuffer();
      const withExif = (orientation: number) => sharp(stored).withMetadata({ orientation }).png().toBuffer();
      const [marked, forced] = [
        await put(`exif-${exif}.png`, await withExif(exif)),
        await put(`f-${exif}.png`, await withExif(3)),
      ];
      expect(await decodeUpright(forced, name)).toEqual(await decodeUpright(marked, "none"));
    },
  );

  test("reads the place from EXIF text and writes no metadata to previews", async () => {
    const exif = {
      IFD0: { ImageDescription: "Store 1234 Aisle B7 Shelf 03", Make: "Maker", Model: "Camera" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    };
    const path = await put("place.jpg", await cornerPhoto(64, 64).withExif(exif).jpeg().toBuffer());
    expect(await photos.probe(path)).toMatchObject({
      brand: "Maker",
      model: "Camera",
      text: { storeNumber: "1234", bayCode: "B7", shelfCode: "03" },
    });
    await render(path, "place-preview.jpg");
    const preview = await sharp(join(folder, "place-preview.jpg")).metadata();
    expect([preview.exif, preview.xmp, preview.icc]).toEqual([undefined, undefined, undefined]);
  });
});

describe("pixel formats", () => {
  test.each([
    ["gray", (s: Sharp) => s.grayscale().jpeg()],
    ["CMYK", (s: Sharp) => s.toColourspace("cmyk").jpeg()],
    ["16 bits", (s: Sharp) => s.toColourspace("rgb16").png()],
    ["transparent", (s: Sharp) => s.ensureAlpha(0.5).png()],
  ] as const)("%s is decoded to three bytes per pixel", async (name, encode) => {
    const path = await put(`${name}.bin`, await encode(cornerPhoto(80, 40)).toBuffer());
    const { data, width, height } = await decodeUpright(path, "none");
    expect(data.length).toBe(width * height * 3);
    expect(data[3]).toBeLessThan((data.at(-3) ?? 0) - 40); // the dark corner stayed dark
    expect(await render(path, `${name}.jpg`)).toMatchObject({ width: 80, height: 40 });
  });

  test("decodes the first frame of an animation", async () => {
    const frames = await Promise.all(
      ["#ff0000", "#0000ff"].map((background) =>
        sharp({ create: { width: 32, height: 32, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const path = await put(
      "anim.webp",
      await sharp(frames, { join: { animated: true } })
        .webp()
        .toBuffer(),
    );
    expect(await photos.probe(path)).toMatchObject({ ok: true, width: 32, height: 32 });
    const { data } = await decodeUpright(path, "none");
    expect([(data[0] ?? 0) > 200, (data[2] ?? 255) < 60]).toEqual([true, true]);
  });
});

describe("invalid files", () => {
  test("rejects an empty file, HTML named .jpg, SVG and GIF", async () => {
    expect(await refusal(await put("empty.jpg", ""))).toBe("The file is empty.");
    for (const text of ["<!doctype html><p>Sign in", '<svg xmlns="http://www.w3.org/2000/svg"/>', "GIF89a\x01\0"]) {
      expect(await refusal(await put("page.jpg", text))).toMatch(/^The file is not a photo/);
    }
  });

  test("rejects a truncated file of every format", async () => {
    const whole = [source().jpeg(), source().png(), source().webp(), source().tiff(), source().avif({ effort: 0 })];
    for (const image of whole) {
      const bytes = await image.toBuffer();
      expect(await refusal(await put("cut.bin", bytes.subarray(0, bytes.length - 40)))).toMatch(/is incomplete/);
    }
    const heic = await readFile(testData("heic/iphone_13_pro_max.HEIC"));
    expect(await refusal(await put("cut.heic", heic.subarray(0, 1_000_000)))).toMatch(/is incomplete/);
  });

  test("rejects 30,000 × 30,000 pixels in a small file", async () => {
    expect(await refusal(await put("bomb.png", hugePng(30_000, 30_000)))).toBe(
      "The photo has 30,000 × 30,000 pixels; at most 100 megapixels are taken. Please send a smaller one.",
    );
  });

  test("accepts 100 megapixels", async () => {
    const path = await put("hundred.png", hugePng(10_000, 10_000));
    expect(await photos.probe(path)).toMatchObject({ ok: true, width: 10_000 });
    expect(await render(path, "hundred.jpg")).toMatchObject({ width: 320, height: 320 });
  });

  test("fails for a photo whose pixels are noise, leaves no partial file, and reads the next photo", async () => {
    const bytes = await cornerPhoto(300, 200).png().toBuffer();
    bytes.fill(0x5a, 60, bytes.length - 20);
    const path = await put("noise.png", bytes);
    await expect(render(path, "noise-preview.jpg")).rejects.toMatchObject({ name: "ProcessError", kind: "permanent" });
    expect((await readdir(folder)).filter((name) => name.includes("noise-preview.jpg"))).toEqual([]);
    expect(await refusal(await put("good.jpg", await cornerPhoto(40, 40).jpeg().toBuffer()))).toBe("taken");
  });
});

describe("unusual files", () => {
  test("accepts a JPEG with bytes between its segments that belong to none, as cameras write them", async () => {
    const jpeg = await source().jpeg().toBuffer();
    const tables = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    const withBytes = (count: number) =>
      Buffer.concat([jpeg.subarray(0, tables), Buffer.alloc(count), jpeg.subarray(tables)]);
    const path = await put("stray.jpg", withBytes(3));
    expect(await refusal(path)).toBe("taken");
    expect(await render(path, "stray-preview.jpg")).toMatchObject({ width: 300, height: 200 });
    // The first component of the scan uses tables that the file does not have.
    const noTable = withBytes(3);
    noTable[noTable.indexOf(Buffer.from([0xff, 0xda])) + 6] = 0x33;
    expect(await refusal(await put("stray-damaged.jpg", noTable))).toMatch(/^The photo cannot be read/);
    expect(await refusal(await put("far.jpg", withBytes(5000)))).toMatch(/^The photo is damaged/);
  });

  test("refuses a HEIF whose pixels have another codec than HEVC", async () => {
    const heic = await readFile(testData("heic/iphone_13_pro_max.HEIC"));
    const metaBytes = heic.indexOf("mdat", 0, "latin1");
    for (let at = 0; (at = heic.indexOf("hvc1", at, "latin1")) >= 0 && at < metaBytes;)
      heic.write("j2k1", at, "latin1");
    expect(await refusal(await put("j2k.heic", heic))).toBe(
      "The photo is a HEIF of a kind that cannot be read. Save it as an 8-bit JPEG and send it again.",
    );
  });

  test.each([
    ["two channels besides red, green and blue", { 277: 5, 338: 2 }, /^The photo cannot be read/],
    ["a reduced copy first, as raw files have it", { 254: 1 }, /^The photo is a camera's raw file/],
    ["old JPEG compression", { 259: 6 }, /^The photo is a TIFF of a kind/],
    ["brightness and color in separate planes", { 262: 6, 284: 2 }, /^The photo is a TIFF of a kind/],
  ] as const)("refuses a TIFF with %s and says what to do", async (name, tags, message) => {
    expect(await refusal(await put("plain.tif", rawTiff({})))).toBe("taken");
    const reason = await refusal(await put(`${name}.tif`, rawTiff(tags)));
    expect(reason).toMatch(message);
    expect(reason).toMatch(/Save it as an 8-bit JPEG and send it again\.$/);
  });

  test("advises to save an AVIF as JPEG if its kind is unknown", async () => {
    const avif = await source().avif({ effort: 0 }).toBuffer();
    avif.write("xxxx", avif.indexOf("ispe", 0, "latin1"), "latin1");
    avif.write("xxxx", avif.indexOf("pitm", 0, "latin1"), "latin1");
    expect(await refusal(await put("unknown.avif", avif))).toMatch(/Save it as an 8-bit JPEG and send it again\.$/);
  });
});

describe("the child process", () => {
  test("a killed child's calls are completed by the next child", async () => {
    const path = await put("again.jpg", await cornerPhoto(3000, 2000).jpeg().toBuffer());
    const own = new PhotoProcess();
    await own.probe(path);
    const killed = own.pid;
    const inFlight = [1, 2, 3].map((n) =>
      own.render(path, { rotation: "none", width: 1000, quality: 80, out: join(folder, `again${n}.jpg`) }),
    );
    if (killed) process.kill(killed, "SIGKILL");
    expect(await Promise.all(inFlight)).toHaveLength(3);
    expect(own.pid).not.toBe(killed);
    await own.close();
    expect(own.pid).toBeUndefined();
  });

  test("is replaced above its memory ceiling and ends when idle", async () => {
    const path = await put("recycle.jpg", await cornerPhoto(50, 50).jpeg().toBuffer());
    const own = new PhotoProcess({ rssCeilingBytes: 1, idleMs: 50 });
    await own.probe(path);
    const first = own.pid;
    await own.probe(path);
    expect(own.pid).not.toBe(first);
    await expect.poll(() => own.pid).toBeUndefined();
    await own.close();
  });

  test("a call that takes too long is stopped with a message", async () => {
    const own = new PhotoProcess({ probeTimeoutMs: 1 });
    const path = await put("slow.jpg", await cornerPhoto(50, 50).jpeg().toBuffer());
    expect(await own.probe(path)).toMatchObject({ ok: false, reason: expect.stringContaining("took longer") });
    await own.close();
  });
});

/** A JPEG whose frame says another kind and precision. */
async function jpegWithFrame(marker: number, bits: number): Promise<Buffer> {
  const jpeg = await source().jpeg().toBuffer();
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  jpeg[at + 1] = marker;
  jpeg[at + 4] = bits;
  return jpeg;
}

/** An uncompressed TIFF of 16 × 16 gray pixels, with other values of some tags. */
function rawTiff(changes: Readonly<Record<number, number>>): Buffer {
  const samples = changes[277] ?? 3;
  const common = { 254: 0, 256: 16, 257: 16, 258: 8, 259: 1, 262: 2, 273: 512, 277: samples, 278: 16, 284: 1 };
  const tags = Object.entries({ ...common, 279: 256 * samples, ...changes }).toSorted((a, b) => +a[0] - +b[0]);
  const file = Buffer.alloc(512 + 256 * samples, 128);
  file.write("II*\0\x08\0\0\0", 0, "latin1");
  file.writeUInt16LE(tags.length, 8);
  for (const [at, [tag, value]] of tags.entries()) {
    // SHORT values; tag 338 has one for each additional channel.
    const count = tag === "338" ? value : 1;
    const kind = tag === "338" ? 0 : value;
    const entry = Buffer.alloc(12);
    entry.writeUInt16LE(Number(tag), 0);
    entry.writeUInt16LE(3, 2);
    entry.writeUInt32LE(count, 4);
    entry.writeUInt32LE(kind, 8);
    entry.copy(file, 10 + at * 12);
  }
  file.writeUInt32LE(0, 10 + tags.length * 12);
  return file;
}

/** A little-endian TIFF with another value of one tag in its first directory. */
function withTag(tiff: Buffer, tag: number, value: number): Buffer {
  const at = tiff.readUInt32LE(4);
  for (let i = 0; i < tiff.readUInt16LE(at); i++) {
    const entry = at + 2 + i * 12;
    if (tiff.readUInt16LE(entry) === tag) tiff.writeUInt16LE(value, entry + 8);
  }
  return tiff;
}
const PLANAR_CONFIGURATION = 284;
const PHOTOMETRIC = 262;
const tiff = (options: Parameters<Sharp["tiff"]>[0]) =>
  source()
    .tiff({ compression: "none", ...options })
    .toBuffer();

describe("kinds of photos that no decoder reads are refused at once, with what to do", () => {
  const advice = "Save it as an 8-bit JPEG and send it again.";

  test.each([
    ["12-bit JPEG", () => jpegWithFrame(0xc1, 12), "The photo is a 12-bit JPEG, which cannot be read."],
    ["lossless JPEG of 16 bits", () => jpegWithFrame(0xc3, 16), "The photo is a 16-bit JPEG, which cannot be read."],
    ["lossless JPEG", () => jpegWithFrame(0xc3, 8), "The photo is a JPEG of a kind that cannot be read."],
    ["BigTIFF", () => tiff({ bigtiff: true }), "The photo is a BigTIFF, which cannot be read."],
    [
      "tiled planar TIFF",
      async () => withTag(await tiff({ tile: true, tileWidth: 64, tileHeight: 64 }), PLANAR_CONFIGURATION, 2),
      "The photo cannot be read (tiff2vips: tiled separate planes not supported).",
    ],
    ["ICC Lab TIFF", async () => withTag(await tiff({}), PHOTOMETRIC, 9), "The photo cannot be read"],
  ])("%s", async (name, make, reason) => {
    const found = await refusal(await put(`${name}.bin`, await make()));
    expect(found).toContain(reason);
    expect(found).toContain(advice);
  });
});
