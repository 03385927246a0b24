import { type FormOutcome, sendForm } from "../send-form.ts";
import { readUploadAnswer } from "../upload-answer.ts";
import type { QueuedPhoto } from "./queued-photo.ts";

export type PhotoDelivery =
  | { is: "sent"; imageSid: string }
  | { is: "refused"; message: string }
  /** Nothing is known of it, or only "not now": it is sent again. The same bytes are one photo however often they come. */
  | { is: "unreachable" }
  | { is: "signed-out" };

/** A connection on which nothing moves for this long is dead; the server's answer to the last byte takes some of it. */
const PATIENCE_MS = 45_000;

/** Sends one photo. Whatever comes of it is a verdict; nothing is thrown. */
export async function deliverPhoto({ slug, area, name, sha256 }: QueuedPhoto, bytes: Blob): Promise<PhotoDelivery> {
  const form = new FormData();
  // Fields stand before the files they are about (decision 56).
  if (area !== null) form.append("areaCode", String(area));
  form.append("file", bytes, name);
  let patience: ReturnType<typeof setTimeout> | undefined;
  const { outcome, abort } = sendForm(`/api/projects/${encodeURIComponent(slug)}/images/upload`, form, () => {
    clearTimeout(patience);
    patience = setTimeout(() => abort(), PATIENCE_MS);
  });
  patience = setTimeout(abort, PATIENCE_MS);
  const verdict = toPhotoDelivery(await outcome, sha256);
  clearTimeout(patience);
  return verdict;
}

/** What a proxy without its server answers, and a server that says "not now". */
const NOT_NOW: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** @param sha256 of what was sent, hex; null where it is not known */
export function toPhotoDelivery(sent: FormOutcome, sha256: string | null): PhotoDelivery {
  if (sent.kind !== "answered" || NOT_NOW.has(sent.status)) return { is: "unreachable" };
  if (sent.status === 401) return { is: "signed-out" };
  const answer = readUploadAnswer(sent.status, sent.text);
  if (!answer.ok) return { is: "refused", message: answer.error };
  if (sha256 !== null && answer.sha256 !== sha256)
    return { is: "refused", message: "It arrived at the server with other bytes than it left with. Send it again." };
  return { is: "sent", imageSid: answer.imageSid };
}
