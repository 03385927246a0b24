import { MESSAGES } from "@precount/domain";
import { z } from "zod";
import { withErrorId } from "../api/errors.ts";
import { feedback } from "../feedback/feedback.ts";
import { storedSessionId } from "../session/storage.ts";

/** What came of a form that was sent: an answer as text, no answer at all, or Cancel came first. */
export type FormOutcome = { kind: "answered"; status: number; text: string } | { kind: "lost" } | { kind: "aborted" };
export type FormSending = { outcome: Promise<FormOutcome>; abort: () => void };

/**
 * Sends a form to one of the direct routes (spec §7). XMLHttpRequest, because fetch tells nobody how far an upload has come.
 * @param onProgress how much of it has left, 0–1
 */
export function sendForm(address: string, form: FormData, onProgress: (share: number) => void): FormSending {
  const request = new XMLHttpRequest();
  const outcome = new Promise<FormOutcome>((resolve) => {
    request.upload.addEventListener("progress", ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener("load", () =>
      resolve({ kind: "answered", status: request.status, text: request.responseText }),
    );
    request.addEventListener("error", () => resolve({ kind: "lost" }));
    request.addEventListener("abort", () => resolve({ kind: "aborted" }));
  });
  request.open("POST", address);
  request.setRequestHeader("x-session-id", storedSessionId() ?? "");
  request.send(form);
  return { outcome, abort: () => request.abort() };
}

const refusalSchema = z.object({
  code: z.string().optional(),
  message: z.string().min(1),
  requestId: z.string().optional(),
});

/** What a refused form says for a person (decision 58); the owner's words where nothing can be read of it. */
export function formErrorText(text: string): string {
  const refusal = refusalSchema.safeParse(tryParseJson(text));
  if (!refusal.success) return MESSAGES.serverError;
  const { code, message, requestId } = refusal.data;
  return withErrorId(message, code === "INTERNAL_SERVER_ERROR" ? requestId : null);
}

/** Null for what is no JSON. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether the session has ended; then one is on the way to /logout (spec §8). */
export function redirectIfSignedOut(status: number): boolean {
  if (status !== 401) return false;
  feedback.signedOut();
  return true;
}
