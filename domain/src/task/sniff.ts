/**
 * Number of bytes from the start that `detectContainer` needs. Acrobat searches 1,024 bytes for a PDF header; poppler also
 * reads PDFs with longer headers of mails before it.
 */
export const DOCUMENT_HEAD_BYTES = 8192;

/** Container format: PDF, ZIP (Word files), or OLE (old or encrypted Word files). */
export type DocumentContainer = "pdf" | "zip" | "ole";

const ZIP = "PK\u0003\u0004";
const OLE = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1";

/** Decodes each byte as the character with the same code. */
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/**
 * Detects the container from a file's first bytes; null if it cannot be a PDF or Word document. A ZIP or OLE
 * container may still hold anything; `isWordDocument` and `isProtectedOffice` decide. A ZIP that contains the text
 * %PDF- is a ZIP.
 */
export function detectContainer(head: Uint8Array): DocumentContainer | null {
  const start = latin1(head.subarray(0, DOCUMENT_HEAD_BYTES));
  if (start.startsWith(ZIP)) return "zip";
  if (start.startsWith(OLE)) return "ole";
  return start.includes("%PDF-") ? "pdf" : null;
}

/** The part of an Office package that states its type, and its maximum size (Word writes about 2 kB). */
export const CONTENT_TYPES_PART = "[Content_Types].xml";
export const CONTENT_TYPES_MAX_BYTES = 1024 * 1024;

/**
 * Whether an Office package is a .docx document, not a template, a document with macros (.docm) or a spreadsheet.
 * @param contentTypes the text of its `[Content_Types].xml`
 */
export const isWordDocument = (contentTypes: string): boolean =>
  /ContentType\s*=\s*["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/i.test(
    contentTypes,
  );

/** Position of the first directory sector in an OLE container, in bytes from its start; null for an invalid header. */
export function oleDirectoryRange(head: Uint8Array): { from: number; length: number } | null {
  if (head.length < 52) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const sectorShift = view.getUint16(30, true);
  if (sectorShift !== 9 && sectorShift !== 12) return null;
  const length = 2 ** sectorShift;
  return { from: (view.getUint32(48, true) + 1) * length, length };
}

const PROTECTED = "EncryptedPackage".replaceAll(/./g, "$&\u0000");

/**
 * Whether an OLE container is an Office document with a password. Otherwise it is a Word 97 document or another old
 * format.
 * @param names the bytes at `oleDirectoryRange`
 */
export const isProtectedOffice = (names: Uint8Array): boolean => latin1(names).includes(PROTECTED);
