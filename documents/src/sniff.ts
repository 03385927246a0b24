import { open } from "node:fs/promises";
import {
  type DOCUMENT_KINDS,
  DOCUMENT_HEAD_BYTES,
  detectContainer,
  isProtectedOffice,
  oleDirectoryRange,
} from "@precount/domain";
import { sniffPhoto } from "@precount/photos";
import { DocumentError, type Failure } from "./document-error.ts";
import { ENCRYPTED } from "./docx/open-package.ts";

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

const WORD_97: Failure = {
  happened: "This is a document of Word 97–2003 or of another program, under the name of a newer one.",
  toDo: "Save it as .docx or PDF and upload that.",
};
const EMPTY: Failure = { happened: "The file is empty.", toDo: "Choose the document again and upload it." };
const UNKNOWN: Failure = {
  happened: "This is neither a PDF nor a Word document (docx), nor a picture that can be read.",
  toDo: "Save it as PDF and upload that.",
};

/**
 * Detects a file's kind from its bytes, not its name. Every ZIP counts as a Word document until its contents are read. Throws
 * DocumentError for other files.
 */
export async function sniffDocument(path: string): Promise<DocumentKind> {
  const file = await open(path);
  try {
    const head = await readAt(DOCUMENT_HEAD_BYTES, 0);
    if (head.length === 0) throw new DocumentError(EMPTY);
    const container = detectContainer(head);
    if (container === "zip") return "docx";
    if (container === "pdf") return "pdf";
    if (container === "ole") {
      const names = oleDirectoryRange(head);
      const isProtected = names !== null && isProtectedOffice(await readAt(names.length, names.from));
      throw new DocumentError(isProtected ? ENCRYPTED : WORD_97);
    }
    if (sniffPhoto(head) !== null) return "picture";
    throw new DocumentError(UNKNOWN);
  } finally {
    await file.close();
  }

  async function readAt(length: number, from: number): Promise<Uint8Array> {
    const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from);
    return buffer.subarray(0, bytesRead);
  }
}
