import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { type DatasetFormat, makePatch } from "@precount/domain";
import { probePhoto } from "@precount/photos";
import { SaxesParser } from "saxes";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { eq } from "../../db/drizzle.ts";
import { images } from "../../db/schema/images.ts";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { makeForm } from "../../testing/make-form.ts";
import { SAMPLE_SIZE, samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";
import { exportDataset } from "./export-dataset.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  modelSid = (await makeModel(api.database.db, { name: "precount" })).sid;
});
afterAll(() => api.close());

const RAW = { rawWidth: SAMPLE_SIZE.width, rawHeight: SAMPLE_SIZE.height };
const rect = { x: 10, y: 12, width: 20, height: 10, angle: 30 };

/** An event with six photos in three areas. One of them is stored sideways; one is rejected; one has no original. */
async function makeEvent() {
  const { db } = api.database;
  const event = await makeProject(db, { name: "Night <count>" });
  for (let n = 0; n < 6; n += 1) {
    const { sid: areaSid } = n % 2 === 0 ? await makeArea(db, { projectSid: event.sid, number: n + 1 }) : { sid: null };
    const stored = { orientation: n === 1 ? ("rotate90CW" as const) : ("normal" as const), ...RAW };
    const { sha256, sizeBytes } = await api.services.blobs.put(
      Readable.from([samplePhoto({ orientation: n === 1 ? 6 : 1 })]),
    );
    const { sid: imageSid } = await makeImage(db, {
      projectSid: event.sid,
      areaSid,
      name: n < 2 ? "same.jpg" : `IMG ${n}.jpg`,
      status: "processed",
      ...stored,
      ...(n !== 5 && { sha256, sizeBytes }),
    });
    const typed = makePrediction({ rect, code: { value: "000042", pattern: null, confidence: 0.2 } });
    const predictions = [
      makePrediction({ rect: { ...rect, x: 22 }, confidence: 0.123456789 }),
      typed,
      makePrediction({ rect }),
    ];
    const { sid } = await makeDetection(db, { imageSid, modelSid, predictions });
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid,
      patches: [makePatch.code(1, "000007"), makePatch.discard(2)],
    });
    if (n === 2) await db.update(images).set({ status: "approved" }).where(eq(images.sid, imageSid));
  }
  return event;
}

async function download(slug: string, format: DatasetFormat, query = "") {
  const url = `/api/projects/${slug}/dataset/download?format=${format}${query}`;
  const response = await api.inject({ method: "GET", url, headers: { cookie: person.headers["cookie"] ?? "" } });
  expect(response.statusCode).toBe(200);
  const files = unzipSync(response.rawPayload);
  return { files, text: (name: string): string => Buffer.from(files[name] ?? []).toString() };
}

const names = (files: Record<string, unknown>, start: string): string[] =>
  Object.keys(files)
    .filter((name) => name.startsWith(start))
    .toSorted();

/** The parts of COCO's object detection format that its readers use. */
const cocoSchema = z.object({
  images: z.array(z.object({ id: z.int(), file_name: z.string(), width: z.int(), height: z.int() })),
  categories: z.array(z.object({ id: z.int(), name: z.string(), supercategory: z.string() })),
  annotations: z.array(
    z.object({
      id: z.int().min(1),
      image_id: z.int(),
      category_id: z.int(),
      bbox: z.tuple([z.number(), z.number(), z.number().positive(), z.number().positive()]),
      area: z.number().positive(),
      segmentation: z.array(z.array(z.number()).length(8)),
      iscrowd: z.literal(0),
      attributes: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** All images have the size that the annotations give, without an EXIF orientation. */
async function expectUpright(files: Record<string, Uint8Array>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "precount-dataset-test-"));
  const images = names(files, "images/");
  expect(images).toHaveLength(5);
  const facts = await Promise.all(
    images.map(async (name, at) => {
      const path = join(folder, `${at}.jpg`);
      await writeFile(path, files[name] ?? "");
      return probePhoto(path);
    }),
  );
  await rm(folder, { recursive: true });
  const sizes = facts.map((fact) => (fact.ok ? `${fact.width}x${fact.height} ${fact.orientation}` : "unreadable"));
  expect(sizes.filter((one) => one.startsWith("48x64"))).toHaveLength(1);
  expect(sizes.every((one) => /normal|unknown/.test(one))).toBe(true);
}

function parseXml(text: string): string[] {
  const found: string[] = [];
  const parser = new SaxesParser();
  parser.on(
    "opentag",
    ({ name, attributes }) =>
      void found.push([name, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`)].join(" ")),
  );
  parser.write(text).close();
  return found;
}

describe("PD-158 the dataset of an event", () => {
  it("COCO: each area is in one split, files are upright, and a lost original is listed", async () => {
    const { slug } = await makeEvent();
    const { files, text } = await download(slug, "coco");
    const splits = ["train", "val"].map((split) =>
      cocoSchema.parse(JSON.parse(text(`annotations/instances_${split}.json`))),
    );
    expect(splits.flatMap(({ images }) => images)).toHaveLength(6);
    for (const { images, annotations } of splits) {
      const ids = new Set(images.map(({ id }) => id));
      expect(annotations).toHaveLength(2 * images.length);
      expect(annotations.every(({ image_id }) => ids.has(image_id))).toBe(true);
    }
    expect(splits[0]?.annotations[1]?.attributes).toEqual({
      rotation: 30,
      code: "000007",
      code_confidence: null,
      quantity: "12",
      quantity_confidence: 0.9,
    });
    expect(text("images.csv")).toMatch(/"images\/(train|val)\/IMG 5\.jpg".*"The original is missing\."/);
    await expectUpright(files);
  });

  it("as a ZIP of the command line is complete, or is not left behind", async () => {
    const { slug: event, sid } = await makeEvent();
    const folder = await mkdtemp(join(tmpdir(), "precount-dataset-test-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const location = { ...api.services.config, databaseUrl: api.database.url };
    const options = { format: "yolo", pixels: "files", approvedOnly: false } as const;
    const write = (...path: string[]) => exportDataset(location, { event, options, out: join(folder, ...path) });
    await expect(write("missing", "a.zip")).rejects.toThrow(`The folder ${join(folder, "missing")} does not exist.`);
    expect(await write("a.zip")).toBe(6);
    await expect(write("a.zip")).rejects.toThrow("a.zip exists already.");
    // A folder in place of an original cannot be read after the ZIP has begun.
    const [image] = await api.database.db.select().from(images).where(eq(images.projectSid, sid)).orderBy(images.name);
    const original = await api.services.blobs.path(image?.sha256 ?? "");
    const bytes = await readFile(original);
    await rm(original);
    await mkdir(original);
    onTestFinished(async () => {
      await rm(original, { recursive: true });
      await writeFile(original, bytes);
    });
    await expect(write("b.zip")).rejects.toThrow("EISDIR");
    expect(await readdir(folder)).toEqual(["a.zip"]);
  });

  it("YOLO: a label file of corners for each image, and the readings beside them", async () => {
    const { slug } = await makeEvent();
    const { files, text } = await download(slug, "yolo");
    const stems = (folder: string): string[] => names(files, folder).map((name) => name.replace(/^\w+\/|\.\w+$/g, ""));
    expect(stems("labels/")).toEqual(expect.arrayContaining(stems("images/")));
    expect(text("data.yaml")).toBe("train: images/train\nval: images/val\nnames:\n  0: sticker\n  1: shelf\n");
    for (const name of names(files, "labels/")) {
      // Each row must have a class and eight shares, which Ultralytics checks too.
      const rows = text(name)
        .trimEnd()
        .split("\n")
        .map((line) => line.split(" ").map(Number));
      expect(rows.every((row) => row.length === 9 && row.slice(1).every((share) => share >= 0 && share <= 1))).toBe(
        true,
      );
    }
    expect(text("readings.csv")).toContain('"IMG 3.jpg",2,"sticker","000007",,"12",0.9');
  });

  it("CVAT and Pascal VOC: well-formed XML with the attributes", async () => {
    const { slug } = await makeEvent();
    const cvat = await download(slug, "cvat", "&pixels=links");
    const elements = parseXml(cvat.text("annotations.xml"));
    expect(elements.filter((one) => one.startsWith("image "))).toHaveLength(6);
    expect(elements).toContain(
      "box label=sticker source=manual occluded=0 xtl=10 ytl=12 xbr=30 ybr=22 rotation=30 z_order=0",
    );
    expect(names(cvat.files, "images/")).toEqual([]);
    expect(cvat.text("images.csv")).toContain(`/api/projects/${slug}/images/`);
    const voc = await download(slug, "voc", "&approvedOnly=true");
    expect(names(voc.files, "JPEGImages/")).toEqual(["JPEGImages/IMG 2.jpg"]);
    expect(voc.text("ImageSets/Main/train.txt")).toBe("IMG 2\n");
    expect(parseXml(voc.text("Annotations/IMG 2.xml")).filter((one) => one === "object")).toHaveLength(2);
  });

  it("Label Studio: predictions for images that no person approved", async () => {
    const { slug } = await makeEvent();
    const { text } = await download(slug, "labelstudio");
    const region = z.object({
      id: z.string(),
      from_name: z.enum(["label", "code", "quantity"]),
      to_name: z.literal("image"),
      type: z.enum(["rectanglelabels", "textarea"]),
      original_width: z.int(),
      value: z.object({
        x: z.number().max(100),
        y: z.number().max(100),
        width: z.number(),
        height: z.number(),
        rotation: z.number(),
      }),
    });
    const results = z.object({ result: z.array(region).length(6) });
    const tasks = z
      .array(
        z.object({
          data: z.object({ image: z.string() }),
          annotations: z.array(results),
          predictions: z.array(results),
        }),
      )
      .parse(JSON.parse(text("tasks.json")));
    expect(
      tasks.map(({ annotations, predictions }) => `${annotations.length}${predictions.length}`).toSorted(),
    ).toEqual(["01", "01", "01", "01", "01", "10"]);
    expect(parseXml(text("label-config.xml"))).toContain(
      "TextArea name=code toName=image perRegion=true displayMode=region-list",
    );
  });
});

const coco = async (slug: string) => {
  const { text } = await download(slug, "coco", "&pixels=links");
  return { train: text("annotations/instances_train.json"), val: text("annotations/instances_val.json") };
};

const send = async (slug: string, content: string) => {
  const form = await makeForm([["file", content, "boxes.json"]]);
  return api.inject({
    method: "POST",
    url: `/api/projects/${slug}/dataset/import`,
    headers: { ...person.headers, ...form.headers },
    payload: form.payload,
  });
};

describe("PD-159 import of COCO boxes", () => {
  it("exported boxes that are imported and exported again are equal", async () => {
    const { slug } = await makeEvent();
    const before = await coco(slug);
    const skipped: number[] = [];
    for (const file of [before.train, before.val]) {
      const response = await send(slug, file);
      expect(response.statusCode).toBe(200);
      skipped.push(response.json<{ skipped: number }>().skipped);
    }
    // The approved image keeps its detection.
    expect(skipped.reduce((sum, count) => sum + count)).toBe(1);
    expect(await coco(slug)).toEqual(before);
    const { images } = await person.rpc.project.fetchProjectWithImages.query({ slug, page: 1 });
    const [first] = images;
    const image = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: first?.sid ?? "" });
    expect(image.detections.map(({ model, status }) => `${model.name} ${status}`)).toContain("imported inferred");
  });

  it("enlarges boxes of reduced copies, skips what does not fit, and refuses other files", async () => {
    const { slug, sid: projectSid } = await makeProject(api.database.db);
    for (const name of ["a.jpg", "b.jpg", "b.jpeg", "c.jpg"]) await makeImage(api.database.db, { projectSid, name });
    const file = {
      images: ["x/a.png", "b.jpg", "c.jpg", "d.jpg"].map((file_name, id) => ({
        id,
        file_name,
        width: 400,
        height: id === 2 ? 400 : 300,
      })),
      categories: [
        { id: 7, name: "Sticker" },
        { id: 8, name: "person" },
      ],
      annotations: [
        { image_id: 0, category_id: 7, bbox: [10, 20, 30, 15], attributes: { code: "000042", quantity: 3 } },
        { image_id: 0, category_id: 8, bbox: [10, 20, 30, 15] },
      ],
    };
    expect((await send(slug, JSON.stringify(file))).json()).toEqual({
      images: 1,
      boxes: 1,
      otherBoxes: 1,
      skipped: 3,
      skippedImages: [
        { name: "b.jpg", reason: "Several images have this name." },
        { name: "d.jpg", reason: "No image has this name." },
        { name: "c.jpg", reason: "Its sides differ from the photo’s." },
      ],
    });
    for (const wrong of ["[]", "{", "no", JSON.stringify({ ...file, annotations: [{ image_id: 0 }] })]) {
      expect((await send(slug, wrong)).statusCode).toBe(400);
    }
    expect((await send(slug, JSON.stringify({ ...file, images: [file.images[0], { id: 1 }] }))).json()).toMatchObject({
      message: "The file is damaged at images, entry 2: file_name is missing or has a wrong value.",
    });
    const nowhere = await makeProject(api.database.db);
    expect((await send(nowhere.slug, JSON.stringify(file))).json()).toMatchObject({
      message: expect.stringContaining("No image"),
    });
  });

  it("keeps an image's boxes if the file has only boxes of other categories for it", async () => {
    const { slug, sid: projectSid } = await makeProject(api.database.db);
    await makeImage(api.database.db, { projectSid, name: "a.jpg" });
    const stickers = {
      images: [{ id: 0, file_name: "a.jpg", width: 4000, height: 3000 }],
      categories: [
        { id: 7, name: "sticker" },
        { id: 8, name: "price-tag" },
      ],
      annotations: [{ image_id: 0, category_id: 7, bbox: [10, 20, 30, 15] }],
    };
    expect((await send(slug, JSON.stringify(stickers))).json()).toMatchObject({ images: 1, boxes: 1 });
    const before = await coco(slug);

    const others = stickers.annotations.map((annotation) => ({ ...annotation, category_id: 8 }));
    expect((await send(slug, JSON.stringify({ ...stickers, annotations: others }))).json()).toEqual({
      images: 0,
      boxes: 0,
      otherBoxes: 1,
      skipped: 1,
      skippedImages: [{ name: "a.jpg", reason: "All its boxes are of other categories." }],
    });
    const refused = await send(slug, JSON.stringify({ ...stickers, categories: [{ id: 7, name: "price-tag" }] }));
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toMatchObject({
      message: "The file has no category sticker or shelf; it has: price-tag.",
    });
    expect(await coco(slug)).toEqual(before);
  });
});

const PYTHON = process.env["PYCOCOTOOLS_PYTHON"] ?? "python3";
const hasPycocotools = await promisify(execFile)(PYTHON, ["-c", "import pycocotools"]).then(
  () => true,
  () => false,
);

it.runIf(hasPycocotools)("PD-158 pycocotools reads the COCO file", async () => {
  const { slug } = await makeEvent();
  const folder = await mkdtemp(join(tmpdir(), "precount-coco-"));
  await writeFile(join(folder, "train.json"), (await coco(slug)).train);
  const script =
    "import sys; from pycocotools.coco import COCO; c = COCO(sys.argv[1]); " +
    "a = c.loadAnns(c.getAnnIds(catIds=c.getCatIds(['sticker']))); assert a and all(c.annToMask(x).sum() > 100 for x in a); " +
    "r = c.loadRes([{k: x[k] for k in ('image_id', 'category_id', 'bbox', 'score')} for x in a]); assert len(r.anns) == len(a); print('DONE')";
  const reading = promisify(execFile)(PYTHON, ["-c", script, join(folder, "train.json")]);
  await expect(reading).resolves.toMatchObject({ stdout: expect.stringContaining("DONE") });
  await rm(folder, { recursive: true });
});
