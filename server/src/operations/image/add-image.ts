import {
  type AuthUser,
  MAX_PHOTO_BYTES,
  type Outcome,
  type AreaHints,
  NO_CODES,
  areaNumberFromField,
  areaNumberOfPhoto,
  combineMetadata,
  candidateAreaNumbers,
  projectCan,
} from "@precount/domain";
import { type PhotoFacts, sniffPhoto } from "@precount/photos";
import { lockBlob } from "../../db/blob-references.ts";
import type { Database, Transaction } from "../../db/connect.ts";
import { findAreasByNumber } from "../../db/areas.ts";
import { findImageByBytes, insertImage } from "../../db/images.ts";
import { findModelForPhoto } from "../../db/models.ts";
import { type ProjectRow, lockProject } from "../../db/projects.ts";
import { AppError, orRefuse } from "../../errors/app-error.ts";
import { enqueueDetections, enqueuePreviews, enqueueReadingCodes } from "../../queue/enqueue.ts";
import type { PhotoServices } from "../../processes/photo-services.ts";
import type { StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { notifyChanges } from "../../live/publish-change.ts";
import type { ArrivingFile, UploadFields } from "../../http/upload/read-form.ts";

export interface TakenPhoto {
  sid: string;
  name: string;
  sha256: string;
  /** 'already in this event' (decision 15). */
  duplicate: boolean;
}

export type UploadContext = Pick<PhotoServices, "blobs" | "derived" | "photos" | "queue"> & { db: Database };

/** Whether photos may come does not depend on how many there are. */
export const mayUpload = ({ status }: Pick<ProjectRow, "status">, user: AuthUser): Outcome<true> =>
  projectCan.upload({ status, isArchived: status === "archived", images: { total: 0, settled: 0 } }, user);

const invalid = (message: string): AppError => new AppError("BAD_REQUEST", message);
const TOO_LARGE = `The photo is larger than ${MAX_PHOTO_BYTES / 1024 / 1024} MB. Please send a smaller one.`;

/** Reads one file to disk, hashing it. Throws AppError or StorageError, a sentence for a person. */
export async function stagePhoto({ blobs }: Pick<UploadContext, "blobs">, file: ArrivingFile): Promise<StagedBlob> {
  const staged = await blobs.stage(file.stream);
  const refusal = refuseBytes(staged, file);
  if (refusal === null) return staged;
  await staged.discard();
  throw invalid(refusal);
}

function refuseBytes(staged: StagedBlob, file: ArrivingFile): string | null {
  if (file.isTooLarge() || staged.sizeBytes > MAX_PHOTO_BYTES) return TOO_LARGE;
  if (staged.sizeBytes === 0) return "The file is empty.";
  if (sniffPhoto(staged.head) !== null) return null;
  return "This is not a photo we can read: please send JPEG, PNG, WebP, TIFF, AVIF or HEIC.";
}

export interface StagedPhoto {
  staged: StagedBlob;
  name: string;
  fields: UploadFields;
}

/** From a file on disk to an image with its jobs; whatever goes wrong, the file does not stay behind. */
export async function takePhoto(
  context: UploadContext,
  projectSid: string,
  user: AuthUser,
  photo: StagedPhoto,
): Promise<TakenPhoto> {
  const { staged } = photo;
  try {
    const facts = await context.photos.probe(staged.path);
    if (!facts.ok) throw invalid(facts.reason);
    return await storePhoto(context, projectSid, user, photo, facts);
  } catch (error) {
    await staged.discard();
    // It may have been put into the store before the transaction was rolled back. With the database away the next start removes it.
    if (await context.blobs.has(staged.sha256)) await removeUnreferenced(context, staged.sha256).catch(() => undefined);
    throw error;
  }
}

async function storePhoto(
  { db, queue }: UploadContext,
  projectSid: string,
  user: AuthUser,
  { staged, name, fields }: StagedPhoto,
  facts: PhotoFacts,
): Promise<TakenPhoto> {
  return db.transaction(async (tx) => {
    // The event may have been completed while the photo was on its way; from here on it cannot be.
    const project = await lockProject(tx, projectSid, "share");
    orRefuse(mayUpload(project, user));
    await lockBlob(tx, staged.sha256);
    const { sha256, sizeBytes } = staged;
    const known = await findImageByBytes(tx, projectSid, sha256);
    // The file is there, so the second copy is not needed.
    await staged.keep();
    if (known) return { sid: known.sid, name, sha256, duplicate: true };
    const givenAreaNumber = areaNumberFromField(fields.areaCode);
    const areaSid = await findArea(tx, projectSid, { given: givenAreaNumber, name, codes: NO_CODES });
    const sid = await insertImage(tx, {
      projectSid,
      areaSid,
      givenAreaNumber,
      name,
      sha256,
      sizeBytes,
      format: facts.format,
      rawWidth: facts.width,
      rawHeight: facts.height,
      orientation: facts.orientation,
      rotation: project.defaultRotation,
      capturedAt: facts.capturedAt === null ? null : new Date(facts.capturedAt),
      metadata: combineMetadata(fields, name, { ...facts.text, brand: facts.brand, model: facts.model }),
      createdBy: user.sid,
    });
    // The lock on these bytes lets nobody in between.
    if (sid === null) throw new Error("the same bytes appeared under the lock");
    await enqueuePreviews(tx, queue, [sid]);
    await enqueueReadingCodes(tx, queue, [sid]);
    const model = await findModelForPhoto(tx);
    if (model) await enqueueDetections(tx, queue, { imageSids: [sid], modelSid: model.sid, options: {} });
    await notifyChanges(tx, [
      { projectSid, kind: "image", sid },
      ...(areaSid === null ? [] : [{ projectSid, kind: "area" as const, sid: areaSid }]),
    ]);
    return { sid, name, sha256, duplicate: false };
  });
}

/** The area of the form, else of the file's name; its codes are read later (decision 31). */
async function findArea(tx: Transaction, projectSid: string, hints: AreaHints): Promise<string | null> {
  const known = await findAreasByNumber(tx, projectSid, candidateAreaNumbers(hints));
  return known.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0) ?? null;
}
