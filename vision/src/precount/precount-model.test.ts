import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { rectBounds, roundRect } from "@precount/domain";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { toFoundResults } from "../eval/found-results.ts";
import { EMPTY_TALLY, addTallies, figures, scorePhoto } from "../eval/score.ts";
import { readTruth } from "../eval/truth.ts";
import { MODELS_DIR } from "../manifest.ts";
import { IS_EXHAUSTIVE } from "../testing/is-exhaustive.ts";
import { VisionProcess } from "../vision-process.ts";

const SAMPLES = fileURLToPath(new URL("../../../samples/", import.meta.url));
const modelName = "precount";
const truths = await readTruth(SAMPLES);
const sample = (image: string): string => join(SAMPLES, image);

let folder = "";
const vision = new VisionProcess();
type Answer = Awaited<ReturnType<typeof vision.detect>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-own-"));
});
afterAll(async () => {
  await vision.close();
  await rm(folder, { recursive: true, force: true });
});
const save = async (name: string, picture: Sharp): Promise<string> => {
  const path = join(folder, name);
  await picture.toFile(path);
  return path;
};

const answers = new Map<string, Promise<Answer>>();
/** The answer for a sample photo. Several tests look at the same one. */
function detectSample(image: string): Promise<Answer> {
  const answer = answers.get(image) ?? vision.detect({ path: sample(image), modelName });
  answers.set(image, answer);
  return answer;
}

const small = () => sharp(sample("0101.jpg")).resize(2016);

/** One photo of each family; `script/test-nightly` reads all. */
const READ = IS_EXHAUSTIVE ? truths.map(({ image }) => image) : ["0101.jpg", "0104.jpg", "0108.jpg"];

const plain = (width: number, height: number, background = "#000") =>
  sharp({ create: { width, height, channels: 3, background } });

/** Copies the model's folder with one thing wrong, and returns the copy's name. */
async function damaged(modelsDir: string, damage: (own: string) => Promise<void>): Promise<string> {
  const own = await mkdtemp(join(modelsDir, "model-"));
  await cp(join(MODELS_DIR, modelName), own, { recursive: true });
  await damage(own);
  return basename(own);
}
const change = async (file: string, edit: (text: string) => string): Promise<void> =>
  writeFile(file, edit(await readFile(file, "utf8")));

/** Makes the manifest agree with the files again, so that only the networks themselves are wrong. */
async function resign(own: string): Promise<void> {
  const path = join(own, "manifest.json");
  const schema = z.looseObject({ weights: z.array(z.looseObject({ file: z.string() })) });
  const manifest = schema.parse(JSON.parse(await readFile(path, "utf8")));
  for (const weight of manifest.weights) {
    const bytes = await readFile(join(own, weight.file));
    weight["sha256"] = createHash("sha256").update(bytes).digest("hex");
  }
  await writeFile(path, JSON.stringify(manifest));
}

describe("the sample photos", () => {
  test("finds and reads stickers and shelves", async () => {
    let tally = EMPTY_TALLY;
    const writings: (readonly [family: string, writing: string | undefined])[] = [];
    for (const { image, width, height, family, results } of truths.filter(({ image }) => READ.includes(image))) {
      const answer = await detectSample(image);
      expect(answer.image).toEqual({ width, height });
      tally = addTallies(tally, scorePhoto(results, toFoundResults(answer.detections)));
      for (const { label, writing } of answer.detections) if (label === "sticker") writings.push([family, writing]);
    }
    const { precision, recall, code, quantity, row, validButWrong, shelfRecall, shelfCode } = figures(tally);
    // Floors well below the measured figures: they detect a broken pipeline, not a single misread sticker.
    expect(Math.min(precision, recall, code, quantity, shelfRecall, shelfCode)).toBeGreaterThan(0.95);
    expect(row).toBeGreaterThan(0.92);
    expect(validButWrong).toBeLessThan(0.02);
    const shareAs = (family: string): number => {
      const read = writings.filter(([of]) => of === family);
      return read.filter(([, writing]) => writing === family).length / read.length;
    };
    expect(Math.min(shareAs("print"), shareAs("mixed"), shareAs("hand"))).toBeGreaterThan(0.9);
  });

  test("takes no badge that hardly reads as a number for a shelf tag", async () => {
    // Its "BIO" reads as 810.
    const { detections } = await detectSample("0108.jpg");
    const shelves = detections.filter(({ label }) => label === "shelf");
    expect(shelves.map(({ code }) => code.value).toSorted()).toEqual(["01", "02", "03"]);
  });

  test("gives identical results on every run and for any number of threads", async () => {
    const path = sample("0104.jpg");
    const { detections } = await detectSample("0104.jpg");
    expect(detections.length).toBeGreaterThan(5);
    // The process above has two threads.
    for (const threads of IS_EXHAUSTIVE ? [1, 2, 3] : [1]) {
      const other = new VisionProcess({ threads });
      expect((await other.detect({ path, modelName })).detections).toEqual(detections);
      await other.close();
    }
  });

  test("reads an upside-down photo, all but one value at most, with stickers turned by 180 degrees", async () => {
    const path = await save("on-its-head.jpg", sharp(sample("0101.jpg")).rotate(180).jpeg({ quality: 95 }));
    const upright = await detectSample("0101.jpg");
    const onHead = await vision.detect({ path, modelName });
    const codes = (answer: typeof upright) =>
      answer.detections.flatMap(({ label, code }) => (label === "sticker" ? [code.value] : [])).toSorted();
    const same = codes(onHead).filter((code) => codes(upright).includes(code));
    expect(same.length).toBeGreaterThanOrEqual(codes(upright).length - 1);
    const stickers = onHead.detections.filter(({ label }) => label === "sticker");
    for (const { rect } of stickers) expect(Math.abs((rect.angle ?? 0) - 180)).toBeLessThan(45);
  });

  test("lists alternatives after the value, each with its confidence", async () => {
    const { detections } = await detectSample("0104.jpg");
    const stickers = detections.filter(({ label }) => label === "sticker");
    expect(stickers.length).toBeGreaterThan(5);
    for (const { code, quantity, values } of stickers) {
      const of = (field: string) => values.filter((candidate) => candidate.field === field);
      expect(of("code")[0]).toEqual({ field: "code", value: code.value, confidence: code.confidence });
      expect(of("quantity")[0]?.value).toBe(quantity?.value);
      for (const field of ["code", "quantity"]) {
        const confidences = of(field).map(({ confidence }) => confidence);
        expect(confidences).toEqual(confidences.toSorted((a, b) => b - a));
        expect(confidences.every((confidence) => confidence > 0 && confidence <= 1)).toBe(true);
      }
    }
  });

  test("reads a sticker in a drawn box, also upside down", async () => {
    const { results } = truths[0]!;
    const { rect, code, quantity } = results.find(({ label }) => label === "sticker")!;
    const drawn = { ...roundRect({ ...rect, x: rect.x - 6, width: rect.width + 9 }), angle: rect.angle ?? 0 };
    for (const turn of [0, 180]) {
      const request = { path: sample("0101.jpg"), modelName, rect: { ...drawn, angle: (drawn.angle + turn) % 360 } };
      const found = await vision.readSticker(request);
      expect(found).toMatchObject({ label: "sticker", rect: request.rect, code: { value: code } });
      expect(found.quantity?.value).toBe(quantity);
    }
    const elsewhere = { path: sample("0101.jpg"), modelName: "ppocr", rect: drawn };
    await expect(vision.readSticker(elsewhere)).rejects.toThrow("The model ppocr cannot read a single sticker.");
  });

  test("limits a photo covered in stickers to the most confident ones", async () => {
    const { rect } = truths[0]!.results.find(({ label }) => label === "sticker")!;
    const bounds = rectBounds(rect);
    const sticker = await sharp(sample("0101.jpg"))
      .extract({
        left: Math.floor(bounds.left) - 4,
        top: Math.floor(bounds.top) - 4,
        width: Math.ceil(bounds.right - bounds.left) + 8,
        height: Math.ceil(bounds.bottom - bounds.top) + 8,
      })
      .resize({ width: 320, height: 190, fit: "fill" })
      .toBuffer();
    const grid = Array.from({ length: 12 * 10 }, (_, i) => ({
      input: sticker,
      left: 12 + (i % 12) * 334,
      top: 10 + Math.floor(i / 12) * 200,
    }));
    const path = await save("covered.jpg", plain(4032, 2016, "#555").composite(grid).jpeg({ quality: 92 }));
    const counts = [];
    for (const options of [{}, { limit: 101 }]) {
      counts.push((await vision.detect({ path, modelName, options })).detections.length);
    }
    // The default limit is 100.
    expect(counts).toEqual([100, 101]);
  });
});

/** Nearly the largest photo that is accepted, 100 megapixels, in `script/test-nightly`. */
const LARGE_PX = IS_EXHAUSTIVE ? { width: 11_500, height: 8625 } : { width: 5750, height: 4312 };

/** Read by `script/test-nightly`; photos/src decodes such files in each run. */
const OTHER_COLORS: [string, () => Sharp][] = [
  ["grey", () => small().grayscale().jpeg()],
  ["16 bits", () => small().toColourspace("rgb16").png({ compressionLevel: 1 })],
];

describe("odd photos", () => {
  test.each([
    ["CMYK", () => small().toColourspace("cmyk").jpeg({ quality: 95 })],
    ...(IS_EXHAUSTIVE ? OTHER_COLORS : []),
    [
      `of ${LARGE_PX.width} × ${LARGE_PX.height} pixels`,
      () =>
        sharp(sample("0101.jpg"))
          .resize({ ...LARGE_PX, kernel: "nearest" })
          .jpeg({ quality: 90 }),
    ],
  ])("reads a photo that is %s", async (name, picture) => {
    const path = await save(`odd ${name}.bin`, picture());
    const { detections } = await vision.detect({ path, modelName });
    const truth = truths.find(({ image }) => image === "0101.jpg")?.results ?? [];
    const codes = truth.flatMap(({ label, code }) => (label === "sticker" ? [code] : []));
    const found = new Set(detections.flatMap(({ label, code }) => (label === "sticker" ? [code.value] : [])));
    expect(codes.filter((code) => found.has(code)).length).toBeGreaterThan(codes.length * 0.8);
  });

  test.each([
    ["black", () => plain(4032, 3024).jpeg()],
    ["white", () => plain(1600, 1200, "#fff").png()],
    ["200 pixels small", () => plain(200, 150, "#ccc").jpeg()],
    ["one pixel", () => plain(1, 1).png()],
    ["a strip", () => plain(30_000, 2, "#777").png()],
  ])("finds nothing on a photo that is %s", async (name, picture) => {
    const path = await save(`empty ${name}.bin`, picture());
    expect((await vision.detect({ path, modelName })).detections).toEqual([]);
  });

  test("finds stickers whose numbers are wiped out, and calls none of them valid", async () => {
    const image = "0104.jpg";
    const stickers = (truths.find((photo) => photo.image === image)?.results ?? []).filter(
      ({ label }) => label === "sticker",
    );
    const wiped = await Promise.all(
      stickers.map(async ({ rect }) => {
        const { left, top, right, bottom } = rectBounds(rect);
        const [width, height] = [right - left, bottom - top];
        const inner = roundRect({
          x: left + width * 0.06,
          y: top + height * 0.1,
          width: width * 0.88,
          height: height * 0.8,
        });
        const region = { left: inner.x, top: inner.y, width: inner.width, height: inner.height };
        return {
          ...region,
          input: await sharp(sample(image))
            .extract(region)
            .blur(height * 0.12)
            .png()
            .toBuffer(),
        };
      }),
    );
    const path = await save("wiped.png", sharp(sample(image)).composite(wiped));
    const { detections } = await vision.detect({ path, modelName });
    const found = detections.filter(({ label }) => label === "sticker");
    expect(found.length).toBeGreaterThanOrEqual(stickers.length / 3);
    expect(toFoundResults(found).filter(({ valid }) => valid)).toEqual([]);
  });

  test("reads the first frame of an animation", async () => {
    const frames = await Promise.all(
      [small().resize(1344), plain(1344, 1008).jpeg()].map((frame) => frame.resize(1344, 1008).toBuffer()),
    );
    const path = await save("animated.webp", sharp(frames, { join: { animated: true } }).webp({ quality: 95 }));
    expect((await vision.detect({ path, modelName })).detections.length).toBeGreaterThan(5);
  });
});

describe("a damaged model", () => {
  let modelsDir = "";
  let own: VisionProcess;
  beforeAll(async () => {
    modelsDir = await mkdtemp(join(folder, "models-"));
    own = new VisionProcess({ modelsDir });
  });
  afterAll(() => own.close());

  test.each<[string, (own: string) => Promise<void>, RegExp]>([
    ["without weights", (own) => rm(join(own, "reader.onnx")), /weight file .* is missing/],
    ["with other weights", (own) => cp(join(own, "reader.onnx"), join(own, "detector.onnx")), /is not the file/],
    [
      "made for another version",
      (own) => change(join(own, "manifest.json"), (text) => text.replace(/"contract": \d+/, '"contract": 99')),
      /made for another version of Precount/,
    ],
    [
      "whose networks are swapped",
      (own) =>
        change(join(own, "manifest.json"), (text) =>
          text.replace("detector.onnx", "?").replace("reader.onnx", "detector.onnx").replace("?", "reader.onnx"),
        ).then(() => resign(own)),
      /networks do not work/,
    ],
    [
      "whose network is no network",
      async (own) => {
        await writeFile(join(own, "reader.onnx"), "no network");
        await resign(own);
      },
      /networks do not work/,
    ],
  ])("%s: reports it and reads the next photo", async (_name, damage, message) => {
    const path = sample("0101.jpg");
    const damagedName = await damaged(modelsDir, damage);
    await expect(own.detect({ path, modelName: damagedName })).rejects.toThrow(message);
    expect((await own.detect({ path, modelName: "fake" })).detections).toHaveLength(3);
  });
});
