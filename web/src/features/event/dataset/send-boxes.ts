import { type DatasetImportSummary, datasetImportSummarySchema } from "@precount/domain";
import { formErrorText, redirectIfSignedOut, sendKeptForm, tryParseJson } from "../../../shared/uploads/send-form.ts";

const FAILED = "The connection was interrupted. Please try again.";

/** Sends a COCO file. Throws an error with a message for the person; null when the session has ended. */
export async function sendBoxes(slug: string, file: File): Promise<DatasetImportSummary | null> {
  const form = new FormData();
  form.append("file", file);
  const url = `/api/projects/${encodeURIComponent(slug)}/dataset/import`;
  const outcome = await sendKeptForm(url, form, () => undefined).outcome;
  if (outcome.kind !== "answered") throw new Error(FAILED);
  if (redirectIfSignedOut(outcome.status)) return null;
  if (outcome.status !== 200) throw new Error(formErrorText(outcome.text));
  return datasetImportSummarySchema.parse(tryParseJson(outcome.text));
}
