import { type ItemImportInput, itemFilePreviewSchema, itemImportSummarySchema } from "@precount/domain";
import { z } from "zod";
import { formErrorText, redirectIfSignedOut, sendKeptForm, tryParseJson } from "../../../shared/uploads/send-form.ts";

/** `sending`: the file travels; the other phases are the server's. */
export type ImportProgress = { phase: "sending" | "reading" | "storing"; share: number };

const lineSchema = z.union([
  z.object({ progress: z.object({ phase: z.enum(["reading", "storing"]), share: z.number() }) }),
  z.object({ result: z.union([itemFilePreviewSchema, itemImportSummarySchema]) }),
  z.object({ error: z.object({ message: z.string(), details: itemImportSummarySchema.optional().catch(undefined) }) }),
]);
type Line = z.infer<typeof lineSchema>;
export type ImportAnswer = Exclude<Line, { progress: unknown }>;

const FAILED = "The connection was interrupted. Please try again.";

/** The complete lines of an answer; the last one may still be arriving. */
export function readLines(text: string): Line[] {
  return text
    .slice(0, text.lastIndexOf("\n") + 1)
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => {
      const parsed = lineSchema.safeParse(tryParseJson(line));
      return parsed.success ? [parsed.data] : [];
    });
}

/** Sends a file with the options of one step. Null when the session has ended. */
export async function sendImport(
  url: string,
  file: File,
  options: Partial<ItemImportInput>,
  onProgress: (progress: ImportProgress) => void,
): Promise<ImportAnswer | null> {
  const form = new FormData();
  form.append("options", JSON.stringify(options));
  form.append("file", file);
  const onText = (text: string): void => {
    const latest = readLines(text).findLast((line) => "progress" in line);
    if (latest) onProgress(latest.progress);
  };
  const onSent = (share: number): void => onProgress({ phase: "sending", share });
  const outcome = await sendKeptForm(url, form, onSent, { accept: "application/x-ndjson", onText }).outcome;
  if (outcome.kind !== "answered") return { error: { message: FAILED } };
  if (redirectIfSignedOut(outcome.status)) return null;
  if (outcome.status !== 200) return { error: { message: formErrorText(outcome.text) } };
  const last = readLines(outcome.text).at(-1);
  return last && !("progress" in last) ? last : { error: { message: FAILED } };
}
