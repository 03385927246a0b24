/** A file that cannot be read as an item list. The message is for the person who chose it. */
export class ItemFileError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "ItemFileError";
  }
}
