import { type FileVerdict, MESSAGES, fileVerdictSchema, readableFileName } from "@precount/domain";
import { formErrorText, redirectIfSignedOut, sendForm, tryParseJson } from "../../shared/uploads/send-form.ts";

/** A file with its verdict, or with the reason why the server did not answer with one. */
export type CheckedFile = { id: string; name: string; outcome: { verdict: FileVerdict } | { problem: string } };

const LOST = "The server did not answer. Check the connection and try again.";
let files = 0;

/** Sends a file to be verified. Null if the session has ended. */
export async function checkFile(file: File): Promise<CheckedFile | null> {
  const form = new FormData();
  form.append("file", file, file.name);
  files += 1;
  const checked = (outcome: CheckedFile["outcome"]): CheckedFile => ({
    id: String(files),
    name: readableFileName(file.name, "file"),
    outcome,
  });
  const answer = await sendForm("/api/verify", form, () => undefined).outcome;
  if (answer.kind !== "answered") return checked({ problem: LOST });
  if (redirectIfSignedOut(answer.status)) return null;
  if (answer.status !== 200) return checked({ problem: formErrorText(answer.text) });
  const verdict = fileVerdictSchema.safeParse(tryParseJson(answer.text));
  return checked(verdict.success ? { verdict: verdict.data } : { problem: MESSAGES.serverError });
}
