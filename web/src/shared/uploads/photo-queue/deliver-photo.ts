import type { FormOutcome } from "../send-form.ts";
import { sendPhoto } from "../send-photo.ts";
import { readUploadAnswer } from "../upload-answer.ts";
import type { QueuedPhoto } from "./queued-photo.ts";

export type PhotoDelivery =
  | { is: "sent"; imageSid: string }
  | { is: "refused"; message: string; isByEvent: boolean }
  /** No answer, or "try again later". The same bytes become one image, however often they are sent. */
  | { is: "unreachable" }
  | { is: "signed-out" };

/** A connection without progress for this long is dead. It includes the server's work after the last byte. */
const STALL_TIMEOUT_MS = 45_000;

/** Sends one photo. Never throws: every outcome is returned. */
export async function deliverPhoto({ slug, area, name, sha256 }: QueuedPhoto, bytes: Blob): Promise<PhotoDelivery> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const { outcome, abort } = sendPhoto({ slug, area, name, bytes, sha256 }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort(), STALL_TIMEOUT_MS);
  });
  timer = setTimeout(abort, STALL_TIMEOUT_MS);
  const delivery = toPhotoDelivery(await outcome, sha256);
  clearTimeout(timer);
  return delivery;
}

const DAMAGED = "The photo was damaged on the way to the server. Send it again.";

/** Statuses of a proxy without its server, and of a server that is overloaded. */
const TRANSIENT_STATUSES: ReadonlySet<number> = new Set([408, 429, 502, 503, 504]);

/** The person may not add photos to the event, does not see it, or it is closed. The photo itself was not judged. */
const EVENT_REFUSALS: ReadonlySet<number> = new Set([403, 404, 412]);

/** @param sha256 of the bytes that were sent, hex; null if unknown */
export function toPhotoDelivery(sent: FormOutcome, sha256: string | null): PhotoDelivery {
  if (sent.kind !== "answered" || TRANSIENT_STATUSES.has(sent.status)) return { is: "unreachable" };
  if (sent.status === 401) return { is: "signed-out" };
  const answer = readUploadAnswer(sent.status, sent.text);
  if (!answer.ok) return { is: "refused", message: answer.error, isByEvent: EVENT_REFUSALS.has(sent.status) };
  if (sha256 !== null && answer.sha256 !== sha256) return { is: "refused", message: DAMAGED, isByEvent: false };
  return { is: "sent", imageSid: answer.imageSid };
}
