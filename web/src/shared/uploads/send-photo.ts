import { z } from "zod";
import { storedSessionId } from "../session/storage.ts";
import { type FormOutcome, type FormSending, sendBody, sendForm, tryParseJson } from "./send-form.ts";

/** A photo of an event, and its area; null where the file name or the photo itself says the area, or it is unknown. */
export type PhotoToSend = {
  slug: string;
  area: number | null;
  name: string;
  bytes: Blob;
  /** Null where the browser cannot compute it. */
  sha256: string | null;
};

/** Hashes of photos whose upload broke off: the server may have a part of them. */
const interrupted = new Set<string>();

/**
 * Sends one photo as the body of a request under its hash, from where an earlier attempt broke off. Without a hash it is sent as a form.
 * @param onProgress the share that the server has, 0–1
 */
export function sendPhoto(photo: PhotoToSend, onProgress: (share: number) => void): FormSending {
  const { slug, area, name, bytes, sha256 } = photo;
  const address = `/api/projects/${encodeURIComponent(slug)}/images/upload`;
  if (sha256 === null) {
    const form = new FormData();
    // Fields must come before the file they describe (PD-56).
    if (area !== null) form.append("areaCode", String(area));
    form.append("file", bytes, name);
    return sendForm(address, form, onProgress);
  }
  const aborting = new AbortController();
  const send = async (): Promise<FormOutcome> => {
    const offset = interrupted.has(sha256) ? await storedOffset(`${address}/${sha256}/offset`, aborting.signal) : 0;
    if (aborting.signal.aborted) return { kind: "aborted" };
    const query = new URLSearchParams({ name, ...(offset > 0 && { offset: String(offset) }) });
    if (area !== null) query.set("areaCode", String(area));
    const sending = sendBody("PUT", `${address}/${sha256}?${query}`, bytes.slice(offset), (share) =>
      onProgress((offset + share * (bytes.size - offset)) / bytes.size),
    );
    aborting.signal.addEventListener("abort", sending.abort, { once: true });
    const outcome = await sending.outcome;
    // Another tab sent a part meanwhile: the next attempt asks where it ends.
    const isWrongOffset = outcome.kind === "answered" && outcome.status === 409;
    if (outcome.kind !== "answered" || isWrongOffset) interrupted.add(sha256);
    else interrupted.delete(sha256);
    return isWrongOffset ? { kind: "lost" } : outcome;
  };
  return { outcome: send(), abort: () => aborting.abort() };
}

const offsetSchema = z.object({ offset: z.number() });

/** The bytes that the server has; 0 if it cannot be asked. */
async function storedOffset(url: string, signal: AbortSignal): Promise<number> {
  try {
    const response = await fetch(url, { headers: { "x-session-id": storedSessionId() ?? "" }, signal });
    return offsetSchema.parse(tryParseJson(await response.text())).offset;
  } catch {
    return 0;
  }
}
