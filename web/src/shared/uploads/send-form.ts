import { MESSAGES } from "@precount/domain";
import { z } from "zod";
import { withErrorId } from "../api/errors.ts";
import { feedback } from "../feedback/feedback.ts";
import { hasUnsavedInput } from "../forms/unsaved-input.ts";
import { signInAgain } from "../session/sign-in-again.ts";
import { storedSessionId } from "../session/storage.ts";

/** `lost`: no answer came. */
export type FormOutcome = { kind: "answered"; status: number; text: string } | { kind: "lost" } | { kind: "aborted" };
export type FormSending = { outcome: Promise<FormOutcome>; abort: () => void };

/**
 * Sends a form to one of the direct routes (spec §7), by XMLHttpRequest: fetch reports no upload progress.
 * @param onProgress the share that is sent, 0–1
 * @param stream the type of an answer that arrives in lines, and a function that gets the text so far
 */
export const sendForm = (
  url: string,
  form: FormData,
  onProgress: (share: number) => void,
  stream?: TextStream,
): FormSending => sendBody("POST", url, form, onProgress, stream);

type TextStream = { accept: string; onText: (text: string) => void };

/** The same for a body of any kind. */
export function sendBody(
  method: "POST" | "PUT",
  url: string,
  body: FormData | Blob,
  onProgress: (share: number) => void,
  stream?: TextStream,
): FormSending {
  const request = new XMLHttpRequest();
  const outcome = new Promise<FormOutcome>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () =>
      resolve({ kind: "answered", status: request.status, text: request.responseText }),
    );
    request.addEventListener("error", () => resolve({ kind: "lost" }));
    request.addEventListener("abort", () => resolve({ kind: "aborted" }));
  });
  request.open(method, url);
  request.setRequestHeader("x-session-id", storedSessionId() ?? "");
  // A Blob would otherwise name its own type.
  if (body instanceof Blob) request.setRequestHeader("content-type", "application/octet-stream");
  if (stream) {
    request.setRequestHeader("accept", stream.accept);
    request.addEventListener("progress", () => stream.onText(request.responseText));
  }
  request.send(body);
  return { outcome, abort: () => request.abort() };
}

/**
 * Like `sendForm`, for a form with a KeepInput: if the session has ended, asks the user to sign in again over the page and sends the form
 * once more (PD-178).
 */
export function sendKeptForm(...form: Parameters<typeof sendForm>): FormSending {
  let sending = sendForm(...form);
  const send = async (): Promise<FormOutcome> => {
    const first = await sending.outcome;
    const isEnded = first.kind === "answered" && first.status === 401 && hasUnsavedInput();
    if (!isEnded || !(await signInAgain.request?.())) return first;
    sending = sendForm(...form);
    return sending.outcome;
  };
  return { outcome: send(), abort: () => sending.abort() };
}

const refusalSchema = z.object({
  code: z.string().optional(),
  message: z.string().min(1),
  requestId: z.string().optional(),
});

/** The message of a refused form (PD-58), or the general error message when the answer has none. */
export function formErrorText(text: string): string {
  const refusal = refusalSchema.safeParse(tryParseJson(text));
  if (!refusal.success) return MESSAGES.serverError;
  const { code, message, requestId } = refusal.data;
  return withErrorId(message, code === "INTERNAL_SERVER_ERROR" ? requestId : null);
}

/** Null if the text is not JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the session has ended; if so, the app goes to /logout (spec §8). */
export function redirectIfSignedOut(status: number): boolean {
  if (status !== 401) return false;
  feedback.signedOut();
  return true;
}
