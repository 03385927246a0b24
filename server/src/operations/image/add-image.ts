import type { Readable } from "node:stream";
import { type AuthUser, MAX_PHOTO_BYTES } from "@precount/domain";
import { BIG_TIFF_MESSAGE, isBigTiff, sniffPhoto } from "@precount/photos";
import { AppError } from "../../errors/app-error.ts";
import { currentOrigin } from "../../queue/job-origin.ts";
import type { OperationContext } from "../context.ts";
import type { StageOptions, StagedBlob } from "../../storage/blob-store.ts";
import { removeUnreferenced } from "../../storage/reconcile.ts";
import { type AddedImage, type StagedPhoto, storePhoto } from "./store-photos.ts";

type Context = Pick<OperationContext, "blobs" | "call" | "db" | "previews" | "photos" | "queue">;

const invalid = (message: string): AppError => new AppError("BAD_REQUEST", message);
const TOO_LARGE = `The photo is larger than ${MAX_PHOTO_BYTES / 1024 / 1024} MB. Please send a smaller one.`;

/** @property isTooLarge after the end of the stream: whether it was cut at MAX_PHOTO_BYTES */
export type IncomingPhoto = { stream: Readable; isTooLarge(): boolean };

/** Writes a photo to the staging area, hashing it. Throws AppError or StorageError with a message for the person. */
export async function stagePhoto(
  { blobs }: Pick<Context, "blobs">,
  photo: IncomingPhoto,
  options: StageOptions = {},
): Promise<StagedBlob> {
  const staged = await blobs.stage(photo.stream, options);
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
    const { call } = context;
    return await storePhoto({ ...photo, projectSid, context, user, call, facts, origin: currentOrigin().origin });
  } catch (error) {
    await staged.discard();
    // The blob may have been committed before the transaction was rolled back. If this fails, the next start removes it.
    if (await context.blobs.has(staged.sha256)) await removeUnreferenced(context, staged.sha256).catch(() => undefined);
    throw error;
  }
}
