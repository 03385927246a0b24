/** What prevents reading a document, and what a person can do about it: one or more sentences each. */
export interface Failure {
  happened: string;
  toDo: string;
}

export const failureMessage = ({ happened, toDo }: Failure): string => `${happened} ${toDo}`;

/** A document cannot be read. The message tells a person why and what to do. */
export class DocumentError extends Error {
  override readonly name = "DocumentError";

  /** @param failure a string only if it already says what to do, such as the message of a photo that cannot be decoded */
  constructor(failure: Failure | string, options?: ErrorOptions) {
    super(typeof failure === "string" ? failure : failureMessage(failure), options);
  }
}
