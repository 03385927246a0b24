/** Far more than scans of delivery notes have; what is larger would not be read within its minute. */
export const MAX_DOCUMENT_BYTES = 50 * 1024 * 1024;
/** What the browser's picker offers (spec §9). The server trusts only the bytes. */
export const DOCUMENT_ACCEPT =
  ".pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document";
