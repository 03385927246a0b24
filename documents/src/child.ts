/** The forked child of DocumentProcess. Uploaded documents are parsed only here. */
import { type CallControl, serveCalls } from "@precount/forked-process";
import sharp from "sharp";
import { rewriteOutputs } from "./outputs/rewrite-outputs.ts";
import { DocumentError } from "./document-error.ts";
import type { Budget, ExtractAnswer, ExtractCall, ReadAnswer, ReadCall } from "./document-process.ts";
import { formatExtract } from "./outputs/format-extract.ts";
import { PageWriter } from "./outputs/write-page.ts";
import { writeOutputs } from "./outputs/write-outputs.ts";
import { readDocument } from "./read-document.ts";
import { sniffDocument } from "./sniff.ts";

sharp.concurrency(1);
sharp.cache(false);

async function read({ path, outDir }: ReadCall, control: CallControl): Promise<ReadAnswer> {
  const startedAt = performance.now();
  const kind = await sniffDocument(path);
  if (kind === "picture") throw new DocumentError("This is a picture, neither a PDF nor a Word document (docx).");
  const pages = new PageWriter(outDir);
  const structure = await readDocument(path, kind, {
    orientation: "none",
    onPage: (page, pageCount) => control.reportProgress({ page, pageCount }),
    savePage: (content, picture) => pages.write(content, picture),
    stopSignal: control.stopSignal,
  });
  const { outputs, problems } = await writeOutputs(structure, outDir);
  return {
    kind,
    pageCount: structure.pages.length,
    outputs,
    pages: pages.written,
    problems,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

async function extract({ path, format, orientation, scansMs }: ExtractCall & Budget): Promise<ExtractAnswer> {
  const startedAt = performance.now();
  const structure = await readDocument(path, await sniffDocument(path), { orientation, scansMs });
  const contents = formatExtract(format, structure);
  if (contents === null) throw new DocumentError(structure.problems[0] ?? NO_TEXT);
  return { contents, problems: structure.problems, elapsedMs: Math.round(performance.now() - startedAt) };
}

const NO_TEXT = "There is no text in this file.";
const UNEXPECTED =
  "Something in this document is unlike anything known here, and reading it failed. Save it again as PDF and add it again.";
const NOT_STORED =
  "The contents of this document could not be stored. Try again; when it happens again, tell an admin.";

/** Logs unexpected errors and replaces them by a sentence for a person. */
function withUserMessages<Call, Answer>(
  work: (call: Call, control: CallControl) => Promise<Answer>,
): (call: Call, control: CallControl) => Promise<Answer> {
  return (call, control) =>
    work(call, control).catch((error: unknown) => {
      if (error instanceof DocumentError) throw error;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      const isSystemError = error instanceof Error && "syscall" in error;
      throw new Error(isSystemError ? NOT_STORED : UNEXPECTED, { cause: error });
    });
}

serveCalls({
  read: withUserMessages(read),
  extract: withUserMessages(extract),
  rewrite: withUserMessages(rewriteOutputs),
});
