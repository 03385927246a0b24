/** How many bytes from the start `containerOf` wants: Acrobat looks for a PDF's header in so many, and so do we. */
export const DOCUMENT_HEAD_BYTES = 1024;

/** What a document travels in: a PDF is itself, Word's files are ZIPs, old or encrypted ones OLE containers. */
export type DocumentContainer = "pdf" | "zip" | "ole";

const ZIP = "PK\u0003\u0004";
const OLE = "\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1";

/** Bytes as characters of the same number. */
const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/**
 * By a file's first bytes alone; null for all that cannot be a PDF or Word document. A ZIP may still be anything (a
 * spreadsheet, a program) and so may an OLE container (Word 97): `isWordDocument` and `isProtectedOffice` tell.
 * A ZIP whose name or comment says %PDF- is a ZIP.
 */
export function detectContainer(head: Uint8Array): DocumentContainer | null {
  const start = latin1(head.subarray(0, DOCUMENT_HEAD_BYTES));
  if (start.startsWith(ZIP)) return "zip";
  if (start.startsWith(OLE)) return "ole";
  return start.includes("%PDF-") ? "pdf" : null;
}

/** The part of a ZIP that says what an Office document is, and how large it may be at most (Word's has 2 kB). */
export const CONTENT_TYPES_PART = "[Content_Types].xml";
export const CONTENT_TYPES_MAX_BYTES = 1024 * 1024;

/**
 * Whether an Office package is a Word document as .docx has it: neither a template, nor one with macros (.docm), nor a
 * spreadsheet.
 * @param contentTypes the text of its `[Content_Types].xml`
 */
export const isWordDocument = (contentTypes: string): boolean =>
  /ContentType\s*=\s*["']application\/vnd\.openxmlformats-officedocument\.wordprocessingml\.document\.main\+xml["']/i.test(
    contentTypes,
  );

/**
 * Where in an OLE container the first names of what is in it stand, in bytes from its start; null when its header makes
 * no sense.
 */
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
 * Whether an OLE container is a document that Word wrapped up because it has a password; else it is a Word 97 document,
 * a spreadsheet of that age or something else that is no docx.
 * @param names the bytes at `oleNamesAt`
 */
export const isProtectedOffice = (names: Uint8Array): boolean => latin1(names).includes(PROTECTED);
