import type { Readable } from "node:stream";
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
import { BIG_TIFF_MESSAGE, type PhotoFacts, isBigTiff, sniffPhoto } from "@precount/photos";
import { lockBlob } from "../../db/blob-references.ts";
import type { Transaction } from "../../db/connect.ts";
import { findAreasByNumber } from "../../db/areas/read.ts";
import { findImageByBytes } from "../../db/images/read.ts";
import { insertImage } from "../../db/images/write.ts";
import { findModelForPhoto } from "../../db/models/upload-lock.ts";
import type { ProjectRow } from "../../db/projects/project-row.ts";
import { lockProject } from "../../db/projects/read.ts";
import { AppError, unwrapOrThrow } from "../../errors/app-error.ts";
import { enqueueDetections, enqueuePhotoStages } from "../../queue/enqueue.ts";
import type { OperationContext } from "../context.ts";
import type { ResumePoint, StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { recordAudit } from "../../audit/record-audit.ts";
import type { Change } from "../../live/publish-change.ts";
import { recordChange } from "../record-change.ts";
import type { PhotoFields } from "./photo-fields.ts";

export interface AddedImage {
  sid: string;
  name: string;
  sha256: string;
  /** The event has an image with these bytes already (PD-15). */
  duplicate: boolean;
}

type Context = Pick<OperationContext, "blobs" | "call" | "db" | "previews" | "photos" | "queue">;

/** Whether the event accepts photos. */
export const mayUpload = ({ status }: Pick<ProjectRow, "status">, user: AuthUser): Outcome<true> =>
  projectCan.upload({ status, isArchived: status === "archived" }, user);

const invalid = (message: string): AppError => new AppError("BAD_REQUEST", message);
const TOO_LARGE = `The photo is larger than ${MAX_PHOTO_BYTES / 1024 / 1024} MB. Please send a smaller one.`;

/** @property isTooLarge after the end of the stream: whether it was cut at MAX_PHOTO_BYTES */
export type IncomingPhoto = { stream: Readable; isTooLarge(): boolean };

/** Writes a photo to the staging area, hashing it. Throws AppError or StorageError with a message for the person. */
export async function stagePhoto(
  { blobs }: Pick<Context, "blobs">,
  photo: IncomingPhoto,
  resume?: ResumePoint,
): Promise<StagedBlob> {
  const staged = await blobs.stage(photo.stream, { ...(resume && { resume, maxBytes: MAX_PHOTO_BYTES }) });
  const problem = findProblem(staged, photo);
  if (problem === null) return staged;
  await staged.discard();
  throw invalid(problem);
}

function findProblem(staged: StagedBlob, photo: IncomingPhoto): string | null {
  if (photo.isTooLarge() || staged.sizeBytes > MAX_PHOTO_BYTES) return TOO_LARGE;
  if (staged.sizeBytes === 0) return "The file is empty.";
  if (sniffPhoto(staged.head) !== null) return null;
  if (isBigTiff(staged.head)) return BIG_TIFF_MESSAGE;
  return "This is not a photo we can read: please send JPEG, PNG, WebP, TIFF, AVIF or HEIC.";
}

export interface StagedPhoto {
  staged: StagedBlob;
  name: string;
  fields: PhotoFields;
}

/** Adds a staged photo to an event and queues its jobs. The staged file is gone afterwards, also after a failure. */
export async function addImage(
  context: Context,
  projectSid: string,
  user: AuthUser,
  photo: StagedPhoto,
): Promise<AddedImage> {
  const { staged } = photo;
  try {
    const facts = await context.photos.probe(staged.path);
    if (!facts.ok) throw invalid(facts.reason);
    return await storePhoto(context, projectSid, user, photo, facts);
  } catch (error) {
    await staged.discard();
    // The blob may have been committed before the transaction was rolled back. If this fails, the next start removes it.
    if (await context.blobs.has(staged.sha256)) await removeUnreferenced(context, staged.sha256).catch(() => undefined);
    throw error;
  }
}

async function storePhoto(
  { db, queue, call }: Context,
  projectSid: string,
  user: AuthUser,
  { staged, name, fields }: StagedPhoto,
  facts: PhotoFacts,
): Promise<AddedImage> {
  return db.transaction(async (tx) => {
    // Checked again: the event may have been completed during the upload. The lock keeps its status from here on.
    const project = await lockProject(tx, projectSid, "share");
    unwrapOrThrow(mayUpload(project, user));
    await lockBlob(tx, staged.sha256);
    const { sha256, sizeBytes } = staged;
    const known = await findImageByBytes(tx, projectSid, sha256);
    await staged.commit();
    if (known) {
      await recordAudit(tx, call);
      return { sid: known.sid, name, sha256, duplicate: true };
    }
    const givenAreaNumber = areaNumberFromField(fields.areaCode);
    const areaSid = await findArea(tx, projectSid, { fieldNumber: givenAreaNumber, fileName: name, codes: NO_CODES });
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
    // The lock on these bytes prevents it.
    if (sid === null) throw new Error("the same bytes appeared under the lock");
    const model = await findModelForPhoto(tx, project);
    // The first detection makes the previews and searches for codes too, because it decodes the photo.
    if (model) await enqueueDetections(tx, queue, { imageSids: [sid], modelSid: model.sid, options: {} });
    else await enqueuePhotoStages(tx, queue, { previews: [sid], codes: [sid] });
    const changes: Change[] = [
      { projectSid, kind: "image", sid },
      ...(areaSid === null ? [] : [{ projectSid, kind: "area" as const, sid: areaSid }]),
    ];
    await recordChange(tx, call, { changes });
    return { sid, name, sha256, duplicate: false };
  });
}

/** The area of the form field, else of the file's name. A job reads the photo's codes later (PD-31). */
async function findArea(tx: Transaction, projectSid: string, hints: AreaHints): Promise<string | null> {
  const known = await findAreasByNumber(tx, projectSid, candidateAreaNumbers(hints));
  return known.get(areaNumberOfPhoto(hints, (number) => known.has(number)) ?? 0) ?? null;
}
