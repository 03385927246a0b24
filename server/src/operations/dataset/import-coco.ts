import {
  type DatasetImportSummary,
  IMPORTED_MODEL,
  type Prediction,
  copyScale,
  detectionOptionsSchema,
  predictionOf,
  readCodesOf,
} from "@precount/domain";
import type { Transaction } from "../../db/connect.ts";
import { findLiveDetection } from "../../db/detections/read.ts";
import { insertDetection, updateDetection } from "../../db/detections/write.ts";
import { lockImages } from "../../db/images/bulk.ts";
import { uprightSize } from "../../db/images/contents-url.ts";
import { type ImageKey, listImageKeys } from "../../db/images/dataset.ts";
import type { ImageInProject } from "../../db/images/read.ts";
import { readItemCodes } from "../../db/items/items.ts";
import { findModelBySidOrName } from "../../db/models/read.ts";
import { registerModels } from "../../db/models/write.ts";
import { AppError } from "../../errors/app-error.ts";
import { enqueueDuplicateSearch } from "../../queue/enqueue.ts";
import type { SignedInContext } from "../context.ts";
import { needsDetection } from "../image-detection/lock-image-job.ts";
import { refreshImageStatus } from "../image/refresh-status.ts";
import { recordChange } from "../record-change.ts";
import { type CocoBoxes, type CocoFile, readCoco } from "./read-coco.ts";

/** Images in a transaction: few, so that people who edit them wait less than a second. */
const BATCH_IMAGES = 200;
/** Skipped images that the answer names. */
const MAX_NAMED = 50;
/** Readings with a confidence are judged as those of a model. */
const THRESHOLDS = detectionOptionsSchema.parse({});
const IMPORTED = {
  name: IMPORTED_MODEL,
  title: "Imported boxes",
  backend: "import",
  // It is not offered for photos, because nothing can run it.
  status: "retired",
  trainedAt: null,
} as const;

type Context = Pick<SignedInContext, "db" | "queue" | "call">;

/**
 * Stores the boxes of a COCO file as a detection of the model "imported" for each image of the event that the file has. An earlier
 * import is replaced. Approved and rejected images are skipped, and those that have only boxes of other categories: an empty detection
 * would say that nothing is on them.
 */
export async function importCoco(context: Context, projectSid: string, path: string): Promise<DatasetImportSummary> {
  const { db } = context;
  const file = await readCoco(path);
  const summary: DatasetImportSummary = {
    images: 0,
    boxes: 0,
    otherBoxes: file.otherBoxes,
    skipped: 0,
    skippedImages: [],
  };
  const skip = (name: string, reason: string): void => {
    summary.skipped += 1;
    if (summary.skippedImages.length < MAX_NAMED) summary.skippedImages.push({ name, reason });
  };
  const matched = [...match(file, await listImageKeys(db, projectSid), skip)];
  if (matched.length === 0)
    throw new AppError("BAD_REQUEST", "No image of the file is in this event. Images are found by their file names.");
  await registerModels(db, [IMPORTED]);
  const model = await findModelBySidOrName(db, IMPORTED_MODEL);
  if (!model) throw new Error("the model of imported boxes cannot be read");
  for (let at = 0; at < matched.length; at += BATCH_IMAGES) {
    const batch = new Map(matched.slice(at, at + BATCH_IMAGES));
    await db.transaction((tx) => store(tx, context, { projectSid, modelSid: model.sid, batch, summary, skip }));
  }
  return summary;
}

/** The event's image of each image in the file: by Precount's id or hash, else by its file name if that is unique. */
function* match(
  file: CocoFile,
  keys: readonly ImageKey[],
  skip: (name: string, reason: string) => void,
): Generator<[sid: string, boxes: CocoBoxes]> {
  const bySid = new Map(keys.map(({ sid }) => [sid, sid]));
  const byHash = new Map(keys.map(({ sid, sha256 }) => [sha256, sid]));
  const byName = Map.groupBy(keys, ({ name }) => stemOf(name));
  const taken = new Set<string>();
  for (const boxes of file.images) {
    const { file_name: name, sid, sha256 } = boxes.image;
    const named = byName.get(stemOf(name)) ?? [];
    const found = bySid.get(sid ?? "") ?? byHash.get(sha256 ?? "") ?? (named.length === 1 ? named[0]?.sid : undefined);
    if (found === undefined)
      skip(name, named.length > 1 ? "Several images have this name." : "No image has this name.");
    else if (taken.has(found)) skip(name, "The file has this image twice.");
    else {
      taken.add(found);
      yield [found, boxes];
    }
  }
}

/** The last part of a path, without its extension: tools convert and move images. */
const stemOf = (path: string): string =>
  (path.split(/[/\\]/).at(-1) ?? "").replace(/\.[A-Za-z0-9]{1,8}$/, "").normalize("NFC");

type Batch = {
  projectSid: string;
  modelSid: string;
  batch: ReadonlyMap<string, CocoBoxes>;
  summary: DatasetImportSummary;
  skip: (name: string, reason: string) => void;
};

async function store(tx: Transaction, { queue, call }: Context, given: Batch): Promise<void> {
  const { projectSid, modelSid, batch, summary, skip } = given;
  const stored: string[] = [];
  for (const held of await lockImages(tx, [...batch.keys()])) {
    const { image } = held;
    const boxes = batch.get(image.sid);
    const predictions = boxes && toPredictions(boxes, image);
    if (boxes && boxes.boxes.length === 0 && boxes.otherBoxes > 0)
      skip(image.name, "All its boxes are of other categories.");
    else if (!boxes || !predictions) skip(image.name, "Its sides differ from the photo’s.");
    else if (!(await needsDetection(tx, held, modelSid)))
      skip(image.name, "It is approved or rejected, or its event is not open.");
    else {
      await replaceImported(tx, held, modelSid, predictions);
      stored.push(image.sid);
      summary.images += 1;
      summary.boxes += predictions.length;
    }
  }
  await enqueueDuplicateSearch(tx, queue, stored);
  const changes = stored.map((sid) => ({ projectSid, kind: "image" as const, sid }));
  await recordChange(tx, call, { changes, projectSid, details: { images: stored.length } });
}

function toPredictions({ image, boxes }: CocoBoxes, row: ImageInProject["image"]): Prediction[] | null {
  const size = uprightSize(row);
  const scale = copyScale(image, size);
  if (scale === null) return null;
  return boxes.map(({ label, annotation }) => predictionOf(label, annotation, { size, scale, thresholds: THRESHOLDS }));
}

async function replaceImported(
  tx: Transaction,
  { image }: ImageInProject,
  modelSid: string,
  predictions: Prediction[],
): Promise<void> {
  const previous = await findLiveDetection(tx, image.sid, modelSid);
  if (previous) await updateDetection(tx, previous.sid, { status: "discarded" });
  const itemCodes = await readItemCodes(tx, image.projectSid, readCodesOf(predictions));
  const options = { ...THRESHOLDS };
  await insertDetection(tx, { imageSid: image.sid, modelSid, predictions, itemCodes, options, elapsedMs: 0 });
  await refreshImageStatus(tx, image);
}
