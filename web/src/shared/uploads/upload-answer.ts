import { imageStatusSchema } from "@precount/domain";
import { z } from "zod";
import { tryParseJson, formErrorText } from "./send-form.ts";

/** The image with the same bytes that the event has already. */
const existingSchema = z.object({ areaCode: z.string().nullable(), status: imageStatusSchema });

/** The answer of an upload (PD-56); a refused request answers `{code, message}` (PD-58). */
const answerSchema = z.object({
  images: z
    .array(
      z.object({ sid: z.string(), sha256: z.string(), duplicate: z.boolean(), existing: existingSchema.optional() }),
    )
    .default([]),
  errors: z.array(z.object({ message: z.string() })).default([]),
  message: z.string().optional(),
});

/** The outcome of one photo. */
export type UploadOutcome =
  | {
      ok: true;
      imageSid: string;
      sha256: string;
      /** Where the event has the same bytes already; null for a new photo. */
      duplicate: string | null;
    }
  | { ok: false; error: string };

/** @param status of HTTP */
export function readUploadAnswer(status: number, body: string): UploadOutcome {
  const answer = answerSchema.safeParse(tryParseJson(body));
  if (status === 401) return { ok: false, error: "Your session has ended. Sign in again." };
  if (!answer.success) return { ok: false, error: `The server answered with status ${status}.` };
  const { images, errors, message } = answer.data;
  const [taken] = images;
  if (taken) {
    const duplicate = taken.duplicate ? describeDuplicate(taken.existing) : null;
    return { ok: true, imageSid: taken.sid, sha256: taken.sha256, duplicate };
  }
  const refused = message === undefined ? `The server answered with status ${status}.` : formErrorText(body);
  return { ok: false, error: errors[0]?.message ?? refused };
}

function describeDuplicate(existing: z.infer<typeof existingSchema> | undefined): string {
  const area = existing?.areaCode ? `, in area ${existing.areaCode}` : "";
  const status = existing?.status === "rejected" ? ", where it is rejected: recover it if it counts" : "";
  return `already in this event${area}${status}`;
}
