/** More than scans of delivery notes need. The process that reads a document has the whole file in memory. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** File types in the browser's picker (spec §9). The server only trusts the bytes. */
export const DOCUMENT_ACCEPT =
  ".pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document";
