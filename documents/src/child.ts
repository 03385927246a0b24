/** The forked child of DocumentProcess. Uploaded documents are parsed only here. */
import { type CallControl, serveCalls } from "@precount/forked-process";
import sharp from "sharp";
import { rewriteOutputs } from "./outputs/rewrite-outputs.ts";
import { DocumentError, type Failure, failureMessage } from "./document-error.ts";
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
  if (kind === "picture") throw new DocumentError(PICTURE);
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

const PICTURE: Failure = {
  happened: "This is a picture, neither a PDF nor a Word document (docx).",
  toDo: "Save it as PDF and upload that.",
};
const NO_TEXT: Failure = {
  happened: "No text was found in this file.",
  toDo: "Check that it is the right one. If it is a scan, scan it again with more contrast.",
};
const UNEXPECTED: Failure = {
  happened: "Reading this document failed, because something in it is unknown here.",
  toDo: "Print it as a new PDF and upload that.",
};
const NOT_STORED: Failure = {
  happened: "The contents of this document could not be stored.",
  toDo: "Try again. If it happens again, tell an admin.",
};

/** Logs unexpected errors and replaces them by a sentence for a person. */
function withUserMessages<Call, Answer>(
  work: (call: Call, control: CallControl) => Promise<Answer>,
): (call: Call, control: CallControl) => Promise<Answer> {
  return (call, control) =>
    work(call, control).catch((error: unknown) => {
      if (error instanceof DocumentError) throw error;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      const isSystemError = error instanceof Error && "syscall" in error;
      throw new Error(failureMessage(isSystemError ? NOT_STORED : UNEXPECTED), { cause: error });
    });
}

serveCalls({
  read: withUserMessages(read),
  extract: withUserMessages(extract),
  rewrite: withUserMessages(rewriteOutputs),
});
