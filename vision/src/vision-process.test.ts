import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { getPriority, tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { toFoundResults } from "./eval/found-results.ts";
import { figures, scorePhoto } from "./eval/score.ts";
import { DRAWN_STICKERS, STICKER_SIZE, drawShelf } from "./testing/draw-shelf.ts";
import { VisionProcess } from "./vision-process.ts";

let folder = "";
let shelf = "";
const vision = new VisionProcess();
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-vision-"));
  shelf = join(folder, "shelf.jpg");
  await drawShelf().jpeg({ quality: 90 }).toFile(shelf);
});
afterAll(async () => {
  await vision.close();
  await rm(folder, { recursive: true, force: true });
});

let answer: ReturnType<typeof vision.detect> | undefined;
/** The answer for the shelf, which two tests look at. */
const detectShelf = () => (answer ??= vision.detect({ path: shelf, modelName: "ppocr" }));

const save = async (name: string, image: Sharp) => {
  const path = join(folder, name);
  await image.toFile(path);
  return path;
};
const plain = (width: number, height: number, background = "#000") =>
  sharp({ create: { width, height, channels: 3, background } });

describe("ppocr, the real weights", () => {
  test("finds and reads stickers and the shelf, and ignores a price", async () => {
    const { detections, image } = await detectShelf();
    expect(image).toEqual({ width: 2400, height: 1200 });
    const truth = [
      ...DRAWN_STICKERS.map(({ x, y, angle, code, quantity }) => ({
        label: "sticker" as const,
        rect: { x, y, ...STICKER_SIZE, angle: (angle + 360) % 360 },
        code,
        quantity,
        shelfCode: "02",
      })),
      { label: "shelf" as const, rect: { x: 0, y: 715, width: 2400, height: 210, angle: 0 }, code: "02" },
    ];
    expect(figures(scorePhoto(truth, toFoundResults(detections)))).toMatchObject({
      precision: 1,
      recall: 1,
      row: 1,
      shelfCode: 1,
    });
    expect(detections.map(({ label }) => label)).toEqual(["shelf", "sticker", "sticker", "sticker"]);
  });

  test("gives identical answers for the same photo", async () => {
    const again = await vision.detect({ path: shelf, modelName: "ppocr" });
    expect(again.detections).toEqual((await detectShelf()).detections);
  });

  test("keeps a value below its threshold without a pattern, and at most `limit` detections", async () => {
    const options = { codeConfidence: 1, quantityConfidence: 1, limit: 2 };
    const { detections } = await vision.detect({ path: shelf, modelName: "ppocr", options });
    expect(detections).toHaveLength(2);
    for (const { code } of detections)
      expect(code).toMatchObject({ value: expect.stringMatching(/^\d+$/), pattern: null });
  });

  test("returns boxes in the rotated frame of a forced rotation", async () => {
    const turned = await save("turned.jpg", drawShelf().rotate(270).jpeg());
    const { detections, image } = await vision.detect({ path: turned, rotation: "rotate90CW", modelName: "ppocr" });
    expect(image).toEqual({ width: 2400, height: 1200 });
    expect(detections.map(({ code }) => code.value).toSorted()).toEqual(["02", "048215", "730964", "915082"]);
  });

  // precount-model.test.ts has photos of other sizes and pixel formats, which both models decode alike.
  test.each([
    ["black", () => plain(800, 600).jpeg()],
    ["white", () => plain(800, 600, "#fff").png()],
    ["one pixel", () => plain(1, 1).png()],
    ["a strip", () => plain(3000, 2, "#777").png()],
  ])("finds nothing on a photo that is %s", async (name, image) => {
    const path = await save(`${name}.bin`, image().withMetadata());
    expect((await vision.detect({ path, modelName: "ppocr" })).detections).toEqual([]);
  });
});

describe("the process", () => {
  test("rejects bad files and unknown models with a message, and the next request works", async () => {
    const text = join(folder, "text.jpg");
    await writeFile(text, "<html>");
    await expect(vision.detect({ path: text, modelName: "fake" })).rejects.toThrow(/The file is not a photo/);
    await expect(vision.detect({ path: shelf, modelName: "none" })).rejects.toThrow(/manifest.json cannot be read/);
    expect((await vision.detect({ path: shelf, modelName: "fake" })).detections).toHaveLength(3);
  });

  test("the fake model answers from a file beside the photo", async () => {
    const path = await save("told.png", plain(64, 64));
    const told = [
      { label: "sticker", rect: { x: 1, y: 2, width: 30, height: 20 }, code: { value: "12", confidence: 1 } },
    ];
    await writeFile(`${path}.fake.json`, JSON.stringify(told));
    const { detections } = await vision.detect({ path, modelName: "fake" });
    expect(detections).toMatchObject([{ rect: { x: 1 }, code: { value: "12", pattern: null } }]);
  });

  test("answers the next request after one was aborted or its child was killed", async () => {
    const own = new VisionProcess();
    const stop = new AbortController();
    const cancelled = own.detect({ path: shelf, modelName: "ppocr", signal: stop.signal });
    const waiting = own.detect({ path: shelf, modelName: "fake" });
    stop.abort();
    await expect(cancelled).rejects.toMatchObject({ kind: "aborted" });
    expect((await waiting).detections).toHaveLength(3);

    const killed = own.detect({ path: shelf, modelName: "ppocr" });
    if (own.pid) process.kill(own.pid, "SIGKILL");
    await expect(killed).rejects.toMatchObject({ kind: "crashed" });
    expect((await own.detect({ path: shelf, modelName: "fake" })).detections).toHaveLength(3);
    await own.close();
    await expect(own.detect({ path: shelf, modelName: "fake" })).rejects.toMatchObject({ kind: "closed" });
  });

  test("gives each of several children its own photo and the configured niceness", async () => {
    const two = new VisionProcess({ processes: 2, threads: 1, niceness: 10 });
    const looking = [1, 2].map(() => two.detect({ path: shelf, modelName: "fake" }));
    if (two.pid) process.kill(two.pid, "SIGKILL");
    const settled = await Promise.allSettled(looking);
    expect(settled.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect((await two.detect({ path: shelf, modelName: "fake" })).detections).toHaveLength(3);
    expect(getPriority(two.pid ?? 0)).toBe(10);
    await two.close();
  });

  test("ends a request that exceeds its memory or its time", async () => {
    const small = new VisionProcess({ rssLimitBytes: 150 * 1024 * 1024 });
    await expect(small.detect({ path: shelf, modelName: "ppocr" })).rejects.toMatchObject({ kind: "memory" });
    await small.close();
    const hasty = new VisionProcess({ timeoutMs: 1 });
    await expect(hasty.detect({ path: shelf, modelName: "ppocr" })).rejects.toMatchObject({ kind: "timeout" });
    await hasty.close();
  });
});
