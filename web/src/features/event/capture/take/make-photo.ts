import { MAX_PHOTO_BYTES, formatSize } from "@precount/domain";
import { newKey } from "../../../../shared/browser/new-key.ts";
import { type QueuedPhoto, photoFileName } from "../../../../shared/uploads/photo-queue/queued-photo.ts";
import { PROBLEM_TEXT } from "../photo-check/photo-quality.ts";
import { checkPhoto } from "../photo-check/check-photo.ts";
import { writeExifTime } from "./write-exif-time.ts";

/** So long a photo can be taken back before it leaves. */
export const UNDO_MS = 4000;

/** Who takes it, of what. */
export type PhotoSubject = { userSid: string; slug: string; eventName: string; area: number | null };
export type MadePhoto = {
  photo: QueuedPhoto;
  bytes: Blob;
  thumb: Blob | null;
  /** How many are seen on it; null where nobody has looked for them. */
  stickers: number | null;
};

/** A picture that the camera gave just now. */
export async function photoFromCamera(shot: Blob, subject: PhotoSubject, takenAt: Date): Promise<MadePhoto> {
  const bytes = writeExifTime(new Uint8Array(await shot.arrayBuffer()), takenAt);
  return make(new Blob([bytes], { type: "image/jpeg" }), photoFileName(takenAt), subject, takenAt.getTime());
}

/** A file that the device's own camera app made; its bytes stay as they are. */
export async function photoFromFile(file: File, subject: PhotoSubject): Promise<MadePhoto> {
  // A file lives as long as its place on the disk; these bytes are ours.
  const bytes = new Blob([await file.arrayBuffer()], { type: file.type });
  return make(bytes, file.name, subject, file.lastModified);
}

async function make(bytes: Blob, name: string, subject: PhotoSubject, takenAtMs: number): Promise<MadePhoto> {
  const [{ doubts, stickers, thumb }, sha256] = await Promise.all([checkPhoto(bytes), sha256Of(bytes)]);
  const [doubt] = doubts ?? [];
  const tooLarge = bytes.size > MAX_PHOTO_BYTES;
  const fault = tooLarge ? `The photo is larger than ${formatSize(MAX_PHOTO_BYTES)}.` : null;
  const photo: QueuedPhoto = {
    ...subject,
    key: newKey(),
    name,
    takenAtMs,
    sizeBytes: bytes.size,
    sha256,
    state: tooLarge ? "refused" : doubt ? "asked" : "waiting",
    leavesAtMs: Date.now() + UNDO_MS,
    message: fault ?? (doubt ? PROBLEM_TEXT[doubt] : null),
    imageSid: null,
  };
  return { photo, bytes, thumb, stickers };
}

/** Null over plain HTTP, where browsers do not hash. */
async function sha256Of(bytes: Blob): Promise<string | null> {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) return null;
  const digest = await subtle.digest("SHA-256", await bytes.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
