import {
  DOCUMENT_HEAD_BYTES,
  MAX_DOCUMENT_BYTES,
  detectContainer,
  formatSize,
  taskDocumentTypeSchema,
} from "@precount/domain";

/**
 * Checks a document before the upload by its size and first bytes. Null when it is acceptable; the server checks the contents of a
 * ZIP.
 */
export async function documentRefusal(file: Blob | undefined): Promise<string | null> {
  if (file === undefined) return "Please choose a document";
  if (file.size === 0) return "The file is empty. Please choose another one.";
  if (file.size > MAX_DOCUMENT_BYTES)
    return `The document is larger than ${formatSize(MAX_DOCUMENT_BYTES)}. Please choose a smaller one.`;
  try {
    const head = await file.slice(0, DOCUMENT_HEAD_BYTES).arrayBuffer();
    if (detectContainer(new Uint8Array(head)) !== null) return null;
  } catch {
    return "The file cannot be read. It may have been moved or deleted: please choose it again.";
  }
  return taskDocumentTypeSchema.safeParse(null).error?.issues[0]?.message ?? null;
}
