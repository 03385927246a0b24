/** Why a document cannot be read; the message is a sentence for a person, with what to do now. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";
}
