import { uploadRetryDelayMs } from "@precount/domain";
import { type FormOutcome, type FormSending, redirectIfSignedOut } from "../../../shared/uploads/send-form.ts";
import { sendPhoto } from "../../../shared/uploads/send-photo.ts";
import { sha256Of } from "../../../shared/uploads/sha256.ts";
import { readUploadAnswer } from "../../../shared/uploads/upload-answer.ts";

export type SendOutcome = { ok: true; duplicate: string | null } | { ok: false; error: string };
type Sending = { outcome: Promise<SendOutcome>; abort: () => void };

const UNREACHABLE = "The connection was lost. Try again.";
const UNREADABLE = "The file can no longer be read. Choose it again.";
const CANCELLED: SendOutcome = { ok: false, error: "Canceled" };

/** The photo's event and area; null where the file name or the photo itself says the area, or it is unknown. */
export type Destination = { slug: string; area: number | null };

/** Sends one photo. Retries a lost connection and a temporary refusal a few times before it reports a failure. */
export function sendUpload({ slug, area }: Destination, file: File, onProgress: (sentBytes: number) => void): Sending {
  const cancelled = new AbortController();
  // Hashed once for all attempts.
  const hash = sha256Of(file);
  const send = async (): Promise<FormSending> => {
    const photo = { slug, area, name: file.name, bytes: file, sha256: await hash };
    return sendPhoto(photo, (share) => onProgress(share * file.size));
  };
  const outcome = sendUntilAnswered(send, cancelled.signal).then(async (sent) =>
    sent.ok || (await isReadable(file)) ? sent : { ok: false as const, error: UNREADABLE },
  );
  return { outcome, abort: () => cancelled.abort() };
}

/** A file that was moved, changed or was on a card that is gone: the browser reports that as a lost connection. */
const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

async function sendUntilAnswered(send: () => Promise<FormSending>, cancelled: AbortSignal): Promise<SendOutcome> {
  for (let failures = 0; ; failures += 1) {
    // Each attempt follows the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const { outcome, abort } = await send();
    if (cancelled.aborted) abort();
    cancelled.addEventListener("abort", abort, { once: true });
    // oxlint-disable-next-line no-await-in-loop
    const sent = await outcome;
    cancelled.removeEventListener("abort", abort);
    if (sent.kind === "aborted" || cancelled.aborted) return CANCELLED;
    const delayMs = uploadRetryDelayMs(failures, sent.kind === "answered" ? sent.status : null);
    // Without a network a retry cannot help: the person has to reconnect first.
    const isOffline = sent.kind === "lost" && !navigator.onLine;
    if (delayMs === null || isOffline) return outcomeOf(sent, failures > 0);
    // oxlint-disable-next-line no-await-in-loop
    await wait(delayMs, cancelled);
    if (cancelled.aborted) return CANCELLED;
  }
}

const wait = (ms: number, cancelled: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    cancelled.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** @param wasRetried the event may have the photo from an earlier attempt: then `duplicate` says nothing */
function outcomeOf(sent: Exclude<FormOutcome, { kind: "aborted" }>, wasRetried: boolean): SendOutcome {
  if (sent.kind === "lost") return { ok: false, error: UNREACHABLE };
  redirectIfSignedOut(sent.status);
  const answer = readUploadAnswer(sent.status, sent.text);
  return answer.ok ? { ok: true, duplicate: wasRetried ? null : answer.duplicate } : answer;
}
