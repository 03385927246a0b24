import { z } from "zod";
import { parsedJson, refusalOf, sendForm } from "../../lib/send-form.ts";

/** Decision 56; a refused request answers `{code, message}` (decision 58). */
const answerSchema = z.object({
  images: z.array(z.object({ sid: z.string(), name: z.string(), duplicate: z.boolean() })).default([]),
  errors: z.array(z.object({ name: z.string(), message: z.string() })).default([]),
  message: z.string().optional(),
});

export type SendOutcome = { ok: true; isDuplicate: boolean } | { ok: false; error: string };
type Sending = { outcome: Promise<SendOutcome>; abort: () => void };

const UNREACHABLE = "The connection was lost. Try again.";

/** Of which event the photo is, and of which area; null where its name or a code in it says so, or nobody. */
export type Destination = { slug: string; area: number | null };

/** Sends one photo. */
export function sendPhoto({ slug, area }: Destination, file: File, onProgress: (sentBytes: number) => void): Sending {
  const form = new FormData();
  // Fields stand before the files they are about (decision 56).
  if (area !== null) form.append("areaCode", String(area));
  form.append("file", file, file.name);
  const address = `/api/projects/${encodeURIComponent(slug)}/images/upload`;
  const { outcome, abort } = sendForm(address, form, (share) => onProgress(share * file.size));
  return { outcome: outcomeOf(outcome), abort };
}

async function outcomeOf(sent: ReturnType<typeof sendForm>["outcome"]): Promise<SendOutcome> {
  const outcome = await sent;
  if (outcome.kind === "answered") return readAnswer(outcome.status, outcome.text);
  return { ok: false, error: outcome.kind === "lost" ? UNREACHABLE : "Cancelled" };
}

/** @param status of HTTP */
export function readAnswer(status: number, body: string): SendOutcome {
  const answer = answerSchema.safeParse(parsedJson(body));
  if (status === 401) return { ok: false, error: "Your session has ended. Sign in again." };
  if (!answer.success) return { ok: false, error: `The server answered with status ${status}.` };
  const { images, errors, message } = answer.data;
  const [taken] = images;
  if (taken) return { ok: true, isDuplicate: taken.duplicate };
  const refused = message === undefined ? `The server answered with status ${status}.` : refusalOf(body);
  return { ok: false, error: errors[0]?.message ?? refused };
}
