import { uploadRetryDelayMs } from "@precount/domain";
import { type FormOutcome, type FormSending, sendForm } from "../../../shared/uploads/send-form.ts";
import { readUploadAnswer } from "../../../shared/uploads/upload-answer.ts";

export type SendOutcome = { ok: true; isDuplicate: boolean } | { ok: false; error: string };
type Sending = { outcome: Promise<SendOutcome>; abort: () => void };

const UNREACHABLE = "The connection was lost. Try again.";

/** Of which event the photo is, and of which area; null where its name or a code in it says so, or nobody. */
export type Destination = { slug: string; area: number | null };

/** Sends one photo; what is only "not now", or got no answer, is sent again by itself before anybody is told. */
export function sendPhoto({ slug, area }: Destination, file: File, onProgress: (sentBytes: number) => void): Sending {
  const cancelled = new AbortController();
  const send = (): FormSending => {
    const form = new FormData();
    // Fields stand before the files they are about (decision 56).
    if (area !== null) form.append("areaCode", String(area));
    form.append("file", file, file.name);
    const address = `/api/projects/${encodeURIComponent(slug)}/images/upload`;
    return sendForm(address, form, (share) => onProgress(share * file.size));
  };
  return { outcome: untilAnswered(send, cancelled.signal), abort: () => cancelled.abort() };
}

async function untilAnswered(send: () => FormSending, cancelled: AbortSignal): Promise<SendOutcome> {
  for (let failures = 0; ; failures += 1) {
    const { outcome, abort } = send();
    cancelled.addEventListener("abort", abort, { once: true });
    // One after the other is what trying again means.
    // oxlint-disable-next-line no-await-in-loop
    const sent = await outcome;
    cancelled.removeEventListener("abort", abort);
    if (sent.kind === "aborted" || cancelled.aborted) return { ok: false, error: "Cancelled" };
    const waitMs = uploadRetryDelayMs(failures, sent.kind === "answered" ? sent.status : null);
    // Without a network only its person can do something about it.
    const isOffline = sent.kind === "lost" && !navigator.onLine;
    if (waitMs === null || isOffline) return outcomeOf(sent, failures > 0);
    // oxlint-disable-next-line no-await-in-loop
    await wait(waitMs, cancelled);
    if (cancelled.aborted) return { ok: false, error: "Cancelled" };
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

/** @param wasSentBefore then it is no news that the event has the photo: it may be by that */
function outcomeOf(sent: Exclude<FormOutcome, { kind: "aborted" }>, wasSentBefore: boolean): SendOutcome {
  if (sent.kind === "lost") return { ok: false, error: UNREACHABLE };
  const answer = readUploadAnswer(sent.status, sent.text);
  return answer.ok ? { ok: true, isDuplicate: answer.isDuplicate && !wasSentBefore } : answer;
}
