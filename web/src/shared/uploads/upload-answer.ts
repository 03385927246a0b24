import { z } from "zod";
import { tryParseJson, formErrorText } from "./send-form.ts";

/** The answer of an upload (PD-56); a refused request answers `{code, message}` (PD-58). */
const answerSchema = z.object({
  images: z.array(z.object({ sid: z.string(), sha256: z.string(), duplicate: z.boolean() })).default([]),
  errors: z.array(z.object({ message: z.string() })).default([]),
  message: z.string().optional(),
});

/** The outcome of one photo. */
export type UploadOutcome =
  | { ok: true; imageSid: string; sha256: string; isDuplicate: boolean }
  | { ok: false; error: string };

/** @param status of HTTP */
export function readUploadAnswer(status: number, body: string): UploadOutcome {
  const answer = answerSchema.safeParse(tryParseJson(body));
  if (status === 401) return { ok: false, error: "Your session has ended. Sign in again." };
  if (!answer.success) return { ok: false, error: `The server answered with status ${status}.` };
  const { images, errors, message } = answer.data;
  const [taken] = images;
  if (taken) return { ok: true, imageSid: taken.sid, sha256: taken.sha256, isDuplicate: taken.duplicate };
  const refused = message === undefined ? `The server answered with status ${status}.` : formErrorText(body);
  return { ok: false, error: errors[0]?.message ?? refused };
}
