/** The forked child of DocumentProcess: here, and only here, strangers' documents are taken apart. */
import { serveCalls } from "@precount/forked-process";
import sharp from "sharp";
import { DocumentError } from "./document-error.ts";
import type { Budget, ExtractAnswer, ExtractCall, ReadAnswer, ReadCall } from "./document-process.ts";
import { extractedAs } from "./outputs/extracted.ts";
import { writeOutputs } from "./outputs/write-outputs.ts";
import { readDocument } from "./read-document.ts";
import { sniffDocument } from "./sniff.ts";

sharp.concurrency(1);
sharp.cache(false);

async function read({ path, outDir, picturesMs }: ReadCall & Budget): Promise<ReadAnswer> {
  const startedAt = performance.now();
  const kind = await sniffDocument(path);
  if (kind === "picture") throw new DocumentError("This is a picture, neither a PDF nor a Word document (docx).");
  const structure = await readDocument(path, kind, { orientation: "none", picturesMs });
  const { outputs, problems } = await writeOutputs(structure, outDir);
  return {
    kind,
    pageCount: structure.pages.length,
    outputs,
    problems,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

async function extract({ path, format, orientation, picturesMs }: ExtractCall & Budget): Promise<ExtractAnswer> {
  const startedAt = performance.now();
  const structure = await readDocument(path, await sniffDocument(path), { orientation, picturesMs });
  const contents = extractedAs(format, structure);
  if (contents === null) throw new DocumentError(structure.problems[0] ?? NOTHING);
  return { contents, problems: structure.problems, elapsedMs: Math.round(performance.now() - startedAt) };
}

const NOTHING = "There is no text in this file.";
const UNKNOWN =
  "Something in this document is unlike anything known here, and reading it failed. Save it anew as PDF and add it again.";
const DISK = "What was read of this document could not be stored. Try again; when it happens again, tell an admin.";

/** Errors of libraries are for the log; a person reads sentences. */
function inWords<Call, Answer>(work: (call: Call) => Promise<Answer>): (call: Call) => Promise<Answer> {
  return (call) =>
    work(call).catch((error: unknown) => {
      if (error instanceof DocumentError) throw error;
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      const isOfTheDisk = error instanceof Error && "syscall" in error;
      throw new Error(isOfTheDisk ? DISK : UNKNOWN, { cause: error });
    });
}

serveCalls({ read: inWords(read), extract: inWords(extract) });
