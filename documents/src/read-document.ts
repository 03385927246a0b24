import type { DocumentStructure } from "@precount/domain";
import { readDocx } from "./docx/read-docx.ts";
import { readPdf } from "./pdf/read-pdf.ts";
import type { DocumentKind } from "./sniff.ts";

/** Reads a document of any kind. Throws a sentence for a person when nothing of it can be read. */
export async function readDocument(path: string, kind: DocumentKind): Promise<DocumentStructure> {
  if (kind === "docx") return readDocx(path);
  if (kind === "pdf") return readPdf(path);
  throw new Error("Pictures cannot be read yet.");
}
