import { MAX_PHOTO_BYTES, formatSize } from "@precount/domain";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { type QueuedPhoto, photoFileName } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import { sha256Of } from "../../../../shared/uploads/sha256.ts";
import { checkPhoto } from "../photo-check/check-photo.ts";
import { PROBLEM_TEXT } from "../photo-check/photo-quality.ts";
import { writeExifTime } from "./write-exif-time.ts";

/** A photo can be undone for this long before it is sent. */
export const UNDO_MS = 4000;

export type PhotoSubject = { userSid: string; slug: string; eventName: string; area: number | null };
export type NewPhoto = {
  photo: QueuedPhoto;
  bytes: Blob;
  thumb: Blob | null;
  /** Stickers found in it; null if the detector did not run. */
  stickers: number | null;
};

export async function photoFromCamera(picture: Blob, subject: PhotoSubject, takenAt: Date): Promise<NewPhoto> {
  const bytes = writeExifTime(new Uint8Array(await picture.arrayBuffer()), takenAt);
  return makePhoto(new Blob([bytes], { type: "image/jpeg" }), photoFileName(takenAt), subject, takenAt.getTime());
}

/** From the device's camera app or photo library; the bytes stay as they are. */
export async function photoFromFile(file: File, subject: PhotoSubject): Promise<NewPhoto> {
  // A `File` is only a reference to the disk: the copy survives if the file is deleted.
  const bytes = new Blob([await file.arrayBuffer()], { type: file.type });
  return makePhoto(bytes, file.name, subject, file.lastModified);
}

async function makePhoto(bytes: Blob, name: string, subject: PhotoSubject, takenAtMs: number): Promise<NewPhoto> {
  const [{ problems, stickers, thumb }, sha256] = await Promise.all([checkPhoto(bytes), sha256Of(bytes)]);
  const [problem] = problems ?? [];
  const isTooLarge = bytes.size > MAX_PHOTO_BYTES;
  const sizeMessage = isTooLarge ? `The photo is larger than ${formatSize(MAX_PHOTO_BYTES)}.` : null;
  const photo: QueuedPhoto = {
    ...subject,
    key: newKey(),
    name,
    takenAtMs,
    sizeBytes: bytes.size,
    sha256,
    state: isTooLarge ? "refused" : problem ? "asked" : "waiting",
    leavesAtMs: Date.now() + UNDO_MS,
    message: sizeMessage ?? (problem ? PROBLEM_TEXT[problem] : null),
    imageSid: null,
  };
  return { photo, bytes, thumb, stickers };
}
