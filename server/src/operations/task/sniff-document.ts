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
import { openPromise } from "yauzl";

/** Word writes some twenty; the part that says what a package is comes early. */
const MAX_ENTRIES = 10_000;

/**
 * What a task's document is, by its bytes (spec §5); null for all that is neither PDF nor docx. Little is read and one
 * small part inflated, so it may run beside the API's requests. A damaged or protected Word document is a docx: its
 * task says what is wrong with it.
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
    // Cut off or damaged: its first entry's name, which begins at byte 30, is all there is to go by.
    return Buffer.from(head).toString("latin1", 30).startsWith(CONTENT_TYPES_PART);
  }
}

async function readContentTypes(path: string): Promise<string | null> {
  const zip = await openPromise(path, { autoClose: false });
  try {
    let entries = 0;
    for await (const entry of zip.eachEntry()) {
      if (++entries > MAX_ENTRIES) return null;
      if (entry.fileName !== CONTENT_TYPES_PART) continue;
      if (entry.uncompressedSize > CONTENT_TYPES_MAX_BYTES) return null;
      return await text(await zip.openReadStreamPromise(entry)); // ends with an error when it is more than it says
    }
    return null;
  } finally {
    zip.close();
  }
}
