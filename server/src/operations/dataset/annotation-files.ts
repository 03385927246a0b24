import { Readable } from "node:stream";
import {
  COCO_CATEGORIES,
  CVAT_END,
  DATASET_SPLITS,
  type DatasetFormat,
  LABEL_STUDIO_CONFIG,
  YOLO_DATA,
  cocoAnnotation,
  cocoImage,
  cvatImage,
  cvatStart,
  labelStudioTask,
  readingAttributes,
  vocXml,
  yoloLine,
} from "@precount/domain";
import type { Queryable } from "../../db/connect.ts";
import { header, lines } from "../export/csv.ts";
import type { ZipEntry } from "../export/zip.ts";
import { type DatasetPlan, type PlannedImage, labeledImages } from "./plan-dataset.ts";

type Files = (db: Queryable, plan: DatasetPlan) => AsyncIterable<ZipEntry>;

/** The annotation files of each format. Those that hold many images are written while the results are read. */
export const ANNOTATION_FILES: Readonly<Record<DatasetFormat, Files>> = {
  coco: cocoFiles,
  yolo: yoloFiles,
  cvat: async function* (db, plan) {
    yield text("annotations.xml", cvatChunks(db, plan));
  },
  labelstudio: async function* (db, plan) {
    yield text("tasks.json", labelStudioChunks(db, plan));
    yield text("label-config.xml", [LABEL_STUDIO_CONFIG]);
  },
  voc: vocFiles,
};

/** The path of an image in the archive, where the format's readers look for it. */
export const imagePath = (format: DatasetFormat, { split, file }: Pick<PlannedImage, "split" | "file">): string => {
  if (format === "voc") return `JPEGImages/${file}`;
  return format === "coco" || format === "yolo" ? `images/${split}/${file}` : `images/${file}`;
};

const text = (name: string, chunks: Iterable<string> | AsyncIterable<string>): ZipEntry => ({
  name,
  isCompressed: true,
  content: Readable.from(chunks, { objectMode: false }),
});

async function* cocoFiles(db: Queryable, plan: DatasetPlan): AsyncGenerator<ZipEntry> {
  for (const split of DATASET_SPLITS) {
    const images = plan.images.filter((image) => image.split === split);
    yield text(`annotations/instances_${split}.json`, cocoChunks(db, plan, images));
  }
}

async function* cocoChunks(db: Queryable, { event }: DatasetPlan, images: PlannedImage[]): AsyncGenerator<string> {
  const info = { description: event.name, contributor: "Precount", version: "1.0" };
  yield `{"info":${JSON.stringify(info)},"licenses":[],"categories":${JSON.stringify(COCO_CATEGORIES)},\n"annotations":[`;
  let count = 0;
  for await (const { id, results } of labeledImages(db, images)) {
    const rows = results.map((result) => {
      count += 1;
      return `${count === 1 ? "" : ","}\n${JSON.stringify(cocoAnnotation(count, id, result))}`;
    });
    yield rows.join("");
  }
  yield `],\n"images":[\n${images.map((image) => JSON.stringify(cocoImage(image))).join(",\n")}]}\n`;
}

const READING_COLUMNS = ["File", "Line", "Class", "Code", "Code confidence", "Quantity", "Quantity confidence"];

async function* yoloFiles(db: Queryable, plan: DatasetPlan): AsyncGenerator<ZipEntry> {
  yield text("data.yaml", [YOLO_DATA]);
  // A hundred bytes for each result, kept until the end.
  const readings = [header(READING_COLUMNS)];
  for await (const { stem, file, split, size, results } of labeledImages(db, plan.images)) {
    yield text(`labels/${split}/${stem}.txt`, [results.map((result) => `${yoloLine(result, size)}\n`).join("")]);
    const rows = results.map((result, at) => {
      const { code, code_confidence, quantity = null, quantity_confidence = null } = readingAttributes(result);
      return [file, at + 1, result.label, code, code_confidence, quantity, quantity_confidence];
    });
    if (rows.length > 0) readings.push(lines(rows));
  }
  yield text("readings.csv", readings);
}

async function* cvatChunks(db: Queryable, { event, images }: DatasetPlan): AsyncGenerator<string> {
  yield cvatStart(event.name, images.length);
  for await (const image of labeledImages(db, images)) yield cvatImage(image);
  yield CVAT_END;
}

async function* labelStudioChunks(db: Queryable, { images, options }: DatasetPlan): AsyncGenerator<string> {
  yield "[";
  let isFirst = true;
  for await (const image of labeledImages(db, images)) {
    yield `${isFirst ? "" : ","}\n${JSON.stringify(labelStudioTask(image, options.pixels))}`;
    isFirst = false;
  }
  yield "]\n";
}

async function* vocFiles(db: Queryable, { images }: DatasetPlan): AsyncGenerator<ZipEntry> {
  for (const split of DATASET_SPLITS) {
    const stems = images.filter((image) => image.split === split).map(({ stem }) => `${stem}\n`);
    yield text(`ImageSets/Main/${split}.txt`, [stems.join("")]);
  }
  for await (const image of labeledImages(db, images)) yield text(`Annotations/${image.stem}.xml`, [vocXml(image)]);
}
