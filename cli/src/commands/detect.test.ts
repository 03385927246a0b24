import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DetectedPhoto, csvHeader, csvLines, humanLines, jsonLine } from "../detect-format.ts";
import { chooseModel } from "./detect.ts";
import { runCaptured } from "../testing.ts";

const PHOTO = fileURLToPath(new URL("../../../photos/test-data/orientation/Portrait_6.jpg", import.meta.url));

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-detect-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runWith({}, ...args);
const runWith = (environment: NodeJS.ProcessEnv, ...args: string[]) => runCaptured(environment, "detect", ...args);

test("--json prints one line for each photo, reports a bad file, reads the rest and exits with 1", async () => {
  const html = join(folder, "page.jpg");
  await writeFile(html, "<html>");
  const { status, out } = await run("--json", html, join(folder, "gone.jpg"), PHOTO);
  const lines: unknown[] = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(status).toBe(1);
  expect(lines).toEqual([
    { file: html, error: expect.stringContaining("is not a photo") },
    { file: join(folder, "gone.jpg"), error: "There is no file gone.jpg." },
    {
      file: PHOTO,
      image: { width: 1200, height: 1800 },
      model: "precount",
      elapsedMs: expect.any(Number),
      detections: [],
    },
  ]);
});

test("reports a photo below a file as missing", async () => {
  const { status, err } = await run(join(PHOTO, "x.jpg"));
  expect({ status, err }).toEqual({ status: 1, err: `${join(PHOTO, "x.jpg")}: There is no file x.jpg.\n` });
});

test("prints results to stdout and errors to stderr", async () => {
  const { status, out, err } = await run(PHOTO, folder);
  expect(status).toBe(1);
  expect(out).toContain("1200×1800  precount");
  expect(out).toContain("0 stickers, 0 shelves");
  expect(err).toContain("is a folder");
});

test("exits with 2 for wrong arguments", async () => {
  for (const argv of [[], ["--json", "--csv", "a.jpg"], ["--nonsense"], ["--model", "none", "a.jpg"]]) {
    const { status, err } = await run(...argv);
    expect([status, err.length > 0]).toEqual([2, true]);
  }
  expect(await run("--models")).toMatchObject({ status: 0, out: expect.stringContaining("ppocr") });
  expect(await run("--help")).toMatchObject({ status: 0, out: expect.stringContaining("--json") });
});

test("S6.04 S4.21 refuses a retired model as the server does", () => {
  const model = { name: "old", title: "Old one", status: "retired", backend: "onnx", trainedAt: null } as const;
  const reason = "The model Old one is retired. Choose another one.";
  expect(chooseModel([model], "old")).toEqual({ ok: false, reason });
  expect(chooseModel([{ ...model, status: "preview" }], "old")).toEqual({ ok: true, value: "old" });
});

const read = (value: string, pattern: string | null) => ({ value, confidence: 0.98765, pattern });
const photo: DetectedPhoto = {
  file: '=cmd,"x".jpg',
  image: { width: 4000, height: 3000 },
  model: "ppocr",
  elapsedMs: 1234,
  detections: [
    {
      label: "shelf",
      rect: { x: 0, y: 500, width: 4000, height: 100 },
      confidence: 1,
      code: read("01", "^\\d+$"),
      values: [],
      shelfCode: null,
    },
    {
      label: "sticker",
      rect: { x: 10, y: 20, width: 300, height: 150, angle: 350 },
      confidence: 0.9,
      code: read("000123", "^\\d{6}$"),
      quantity: read("7", null),
      values: [],
      shelfCode: "01",
    },
  ],
};

test("the JSON line has exactly the documented fields", () => {
  expect(JSON.parse(jsonLine(photo))).toEqual({
    file: photo.file,
    image: { width: 4000, height: 3000 },
    model: "ppocr",
    elapsedMs: 1234,
    detections: [
      {
        label: "shelf",
        rect: { x: 0, y: 500, width: 4000, height: 100, angle: 0 },
        confidence: 1,
        code: { value: "01", confidence: 0.9877, pattern: "^\\d+$" },
      },
      {
        label: "sticker",
        rect: { x: 10, y: 20, width: 300, height: 150, angle: 350 },
        confidence: 0.9,
        code: { value: "000123", confidence: 0.9877, pattern: "^\\d{6}$" },
        quantity: { value: "7", confidence: 0.9877, pattern: null },
        shelfCode: "01",
      },
    ],
  });
});

test("CSV cells cannot run as formulas, keep leading zeros and double their quotes", () => {
  expect(csvHeader()).toMatch(/^file,label,code,/);
  const [shelf, sticker] = csvLines(photo).split("\r\n");
  expect(shelf).toMatch(/^"'=cmd,""x"".jpg",shelf,01,0.9877,,,,yes,0,500,/);
  expect(sticker).toMatch(/,sticker,000123,0.9877,7,0.9877,01,no,10,20,300,150,350$/);
});

test("the table marks doubtful values with a question mark", () => {
  expect(humanLines(photo)).toMatch(/01 +000123 +7\? /);
});

test("reports a wrong KSERVE_URL and a model server that cannot be reached", async () => {
  expect(await runWith({ KSERVE_URL: "nowhere" }, PHOTO)).toMatchObject({
    status: 2,
    err: expect.stringContaining("KSERVE_URL: must be an address"),
  });
  // Nothing listens on port 9 of this machine.
  expect(await runWith({ KSERVE_URL: "http://127.0.0.1:9" }, PHOTO)).toMatchObject({
    status: 1,
    err: expect.stringContaining("The model server cannot be reached (ECONNREFUSED)."),
  });
});
