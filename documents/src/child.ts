/** The forked child of DocumentProcess: here, and only here, strangers' documents are taken apart. */
import { serveCalls } from "@precount/photos";
import type { ExtractAnswer, ExtractCall, ReadAnswer, ReadCall } from "./document-process.ts";
import { extractedAs } from "./outputs/extracted.ts";
import { writeOutputs } from "./outputs/write-outputs.ts";
import { readDocument } from "./read-document.ts";
import { sniffDocument } from "./sniff.ts";

async function read({ path, outDir }: ReadCall): Promise<ReadAnswer> {
  const startedAt = performance.now();
  const kind = await sniffDocument(path);
  if (kind === "picture") throw new Error("This is a picture, neither a PDF nor a Word document (docx).");
  const structure = await readDocument(path, kind);
  const { outputs, problems } = await writeOutputs(structure, outDir);
  return {
    kind,
    pageCount: structure.pages.length,
    outputs,
    problems,
    elapsedMs: Math.round(performance.now() - startedAt),
  };
}

async function extract({ path, format }: ExtractCall): Promise<ExtractAnswer> {
  const startedAt = performance.now();
  const contents = extractedAs(format, await readDocument(path, await sniffDocument(path)));
  return { contents, elapsedMs: Math.round(performance.now() - startedAt) };
}

serveCalls({ read, extract });
