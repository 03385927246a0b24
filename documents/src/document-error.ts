/** A document cannot be read. The message tells a person why and what to do. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
