import { type FileHandle, open } from "node:fs/promises";
import { text } from "node:stream/consumers";
import {
  CONTENT_TYPES_MAX_BYTES,
  CONTENT_TYPES_PART,
  DOCUMENT_HEAD_BYTES,
  type TASK_DOCUMENT_TYPES,
  detectContainer,
  isProtectedOffice,
  isWordDocument,
  oleDirectoryRange,
} from "@precount/domain";
import { openZip } from "@precount/documents/zip";

/** Word writes about twenty entries, and the content types come early. */
const MAX_ENTRIES = 10_000;

/**
 * The type of a task's document by its bytes (spec §5); null unless it is PDF or docx. It reads little and inflates one small part, so
 * it may run in the API process. A damaged or protected Word document counts as docx: its task reports the problem.
 */
export async function sniffDocument(path: string): Promise<(typeof TASK_DOCUMENT_TYPES)[number] | null> {
  const file = await open(path);
  try {
    const head = await readAt(file, 0, DOCUMENT_HEAD_BYTES);
    const container = detectContainer(head);
    if (container === "pdf") return "pdf";
    if (container === "ole") return (await isProtected(file, head)) ? "docx" : null;
    if (container === "zip") return (await isDocx(path, head)) ? "docx" : null;
    return null;
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, from: number, length: number): Promise<Uint8Array> {
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from);
  return buffer.subarray(0, bytesRead);
}

async function isProtected(file: FileHandle, head: Uint8Array): Promise<boolean> {
  const at = oleDirectoryRange(head);
  return at !== null && isProtectedOffice(await readAt(file, at.from, at.length));
}

async function isDocx(path: string, head: Uint8Array): Promise<boolean> {
  try {
    const contentTypes = await readContentTypes(path);
    return contentTypes !== null && isWordDocument(contentTypes);
  } catch {
    // A truncated or damaged file is judged by its first entry's name, which begins at byte 30.
    return Buffer.from(head).toString("latin1", 30).startsWith(CONTENT_TYPES_PART);
  }
}

async function readContentTypes(path: string): Promise<string | null> {
  const zip = await openZip(path);
  try {
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > MAX_ENTRIES) return null;
      if (entry.fileName !== CONTENT_TYPES_PART) continue;
      if (entry.uncompressedSize > CONTENT_TYPES_MAX_BYTES) return null;
      return await text(await zip.openReadStreamPromise(entry)); // Fails when the part is larger than declared.
    }
    return null;
  } finally {
    zip.close();
  }
}
