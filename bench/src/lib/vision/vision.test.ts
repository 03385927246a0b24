import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Family, figures, type ScoredResult, scorePhoto } from "@precount/vision";
import { expect, onTestFinished, test } from "vitest";
import { vision } from "../../vision.ts";
import { IS_EXHAUSTIVE } from "../is-exhaustive.ts";
import { ROOT } from "../server.ts";
import { numbersIn } from "./numbers.ts";
import { parseVisionOptions } from "./options.ts";
import { percentile } from "../percentile.ts";
import { inTurn } from "./in-turn.ts";
import { type TextLine, stickersByText, stickersByTruth } from "./ready-lines.ts";
import { toFound } from "./tesseract.ts";

test("percentiles by nearest rank", () => {
  const values = [50, 10, 40, 20, 30];
  expect([0, 0.5, 0.8, 0.81, 0.95, 1].map((share) => percentile(values, share))).toEqual([10, 30, 40, 50, 50, 50]);
  expect(percentile([7], 0.5)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test("options: defaults, all options, and messages for wrong ones", () => {
  expect(parseVisionOptions([])).toMatchObject({
    photos: expect.stringMatching(/samples$/),
    only: null,
    limit: null,
    found: null,
  });
  const all = parseVisionOptions(["--photos", "/p", "--only", "ready, ppocr", "--limit", "3", "--found", "/f"]);
  expect(all).toEqual({ photos: "/p", only: ["ready", "ppocr"], limit: 3, found: "/f" });
  for (const argv of [["--limit", "0"], ["--limit", "x"], ["--only", "ppocr,"], ["--nonsense"], ["photo.jpg"]]) {
    expect(() => parseVisionOptions(argv)).toThrow(/--limit needs|--only needs|--nonsense|photo\.jpg/);
  }
});

const photo = (image: string, family: Family) => ({ image, path: image, family, width: 1, height: 1, results: [] });

test("takes the first photos of each family, alternating", () => {
  const photos = [photo("p1", "print"), photo("p2", "print"), photo("p3", "print"), photo("h1", "hand")];
  expect(inTurn(photos, 2).map(({ image }) => image)).toEqual(["p1", "h1", "p2"]);
  expect(inTurn(photos, null)).toHaveLength(4);
});

test.each([
  ["CODE 048215 QTY 7", ["048215", "7"]],
  ["3040884491", ["304088", "4491"]],
  ["０４８２１５", ["048215"]],
  ["5901234123457", ["5901234123457"]],
  ["12O455 SHELF", ["12", "455"]],
])("numbers in %s", (text, digits) => {
  expect(numbersIn(text).map((number) => number.digits)).toEqual(digits);
});

/** A horizontal text line, 40 pixels tall. */
const line = (text: string, left: number, top: number, right: number, mean = 0.9): TextLine => ({
  text,
  mean,
  box: [
    [left, top],
    [right, top],
    [right, top + 40],
    [left, top + 40],
  ],
});
const sticker = (x: number, code: string, quantity: string): ScoredResult => ({
  label: "sticker",
  rect: { x, y: 90, width: 240, height: 130, angle: 0 },
  code,
  quantity,
  shelfCode: "01",
});

test("ready, own output: the quantity below the code, and a box around both", () => {
  const found = stickersByText([line("048215", 110, 100, 330), line("37", 190, 165, 250), line("88", 190, 700, 250)]);
  expect(found).toMatchObject([{ code: "048215", quantity: "37", valid: true }]);
  expect(figures(scorePhoto([sticker(100, "048215", "37")], found))).toMatchObject({ recall: 1, code: 1, quantity: 1 });
});

test("ready, favorable: separates stickers side by side whose lines are joined", () => {
  const truth = [sticker(100, "048215", "37"), sticker(1100, "730964", "128")];
  const joined = [line("048215 730964", 110, 100, 1330), line("QTY 37 128", 190, 165, 1300, 0.3)];
  const found = stickersByTruth(truth, joined);
  expect(figures(scorePhoto(truth, found))).toMatchObject({ precision: 1, recall: 1, row: 1, valid: 0 });
});

test("ready, favorable: a wrong code counts as found, a code without a sticker as false, a number once", () => {
  const truth = [sticker(100, "048215", "37"), sticker(1100, "730964", "37")];
  const lines = [line("048216", 110, 100, 330), line("730964", 1110, 2000, 1330), line("999999", 10, 900, 300)];
  const found = stickersByTruth(truth, [...lines, line("37", 190, 165, 1250)]);
  const expected = { recall: 1, code: 0.5, quantity: 0.5, validButWrong: 0.5 };
  expect(figures(scorePhoto(truth, found))).toMatchObject(expected);
  expect(found).toHaveLength(3);
});

test("tesseract: the code, the following number and the confidence", () => {
  const words = [
    { text: "QTY", confidence: 0.9 },
    { text: "048215", confidence: 0.9 },
    { text: "37", confidence: 0.5 },
  ];
  expect(toFound(sticker(0, "048215", "37"), words)).toMatchObject({ code: "048215", quantity: "37", valid: true });
  expect(toFound(sticker(0, "048215", "37"), [])).toMatchObject({ code: "", quantity: undefined, valid: false });
});

async function photoFolder(truth: object): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "precount-bench-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, "truth.json"), JSON.stringify(truth));
  return folder;
}
const read = (value: string) => ({ value, confidence: 0.9, pattern: "." });

test("scores the output of precount detect like a run; missing photos count as empty", async () => {
  const results = [sticker(100, "048215", "37")];
  const folder = await photoFolder([
    { image: "a.jpg", width: 4032, height: 3024, family: "print", results },
    { image: "b.jpg", width: 4032, height: 3024, family: "hand", results },
  ]);
  const shelf = { label: "shelf", rect: { x: 0, y: 300, width: 2000, height: 50, angle: 0 }, code: read("01") };
  const { rect } = sticker(100, "", "");
  const detections = [shelf, { label: "sticker", rect, code: read("048215"), quantity: read("37") }];
  await writeFile(join(folder, "found.jsonl"), `${JSON.stringify({ file: "/x/a.jpg", detections })}\n`);
  const answer = await vision(["--photos", folder, "--found", join(folder, "found.jsonl")]);
  expect(answer).toMatchObject({ found: { families: { print: { row: 1, valid: 1 }, hand: { recall: 0 } } } });
});

// The test before it scores a folder with a missing photo in each run, with answers from a file.
test.runIf(IS_EXHAUSTIVE)(
  "a real run reports times, memory and families; a broken photo is reported and counts as empty",
  async () => {
    const folder = await photoFolder([
      { image: "a.jpg", width: 4032, height: 3024, family: "print", results: [] },
      { image: "none.jpg", width: 4032, height: 3024, family: "hand", results: [sticker(100, "048215", "37")] },
    ]);
    await copyFile(join(ROOT, "photos/test-data/orientation/Portrait_6.jpg"), join(folder, "a.jpg"));
    const { ppocr, ...rest } = await vision(["--photos", folder, "--only", "ppocr"]);
    const number = expect.any(Number);
    const peakMb = process.platform === "linux" ? number : null;
    const times = { ms1: number, ms2: number, p95Ms1: number, p95Ms2: number, peakMb };
    const families = { print: { precision: 1, recall: 1, validButWrong: 0 }, hand: { recall: 0, row: 0 } };
    expect(ppocr).toMatchObject({ ...times, families });
    expect(rest).toEqual({});
  },
);

test("reports unknown competitors and folders without truth", async () => {
  await expect(vision(["--only", "none"])).rejects.toThrow(/There is no none. There are: precount, ppocr, ready/);
  await expect(vision(["--photos", tmpdir()])).rejects.toThrow(/truth.json cannot be read/);
  await expect(vision(["--limit", "-1"])).rejects.toThrow(/Usage/);
});
