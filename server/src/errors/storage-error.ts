export const STORAGE_ERROR_KINDS = ["full", "unavailable", "away"] as const;
export type StorageErrorKind = (typeof STORAGE_ERROR_KINDS)[number];

const MESSAGES: Readonly<Record<StorageErrorKind, string>> = {
  full: "The server's disk is full, so nothing was stored. Please tell your admin, then send it again.",
  unavailable: "The server cannot write to its disk, so nothing was stored. Please tell your admin.",
  away: "The server cannot reach its photo storage. Please try again in a moment.",
};

/** The disk or bucket failed; `message` is for users. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageErrorKind;
  constructor(kind: StorageErrorKind, cause: unknown) {
    super(MESSAGES[kind], { cause });
    this.kind = kind;
  }
}

/** The file is larger than its limit. */
export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
  constructor(maxBytes: number) {
    super(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  }
}

/** The next part of a file does not begin where the stored part ends. */
export class WrongOffsetError extends Error {
  override readonly name = "WrongOffsetError";
  readonly storedBytes: number;
  constructor(storedBytes: number) {
    super(`The server has ${storedBytes} bytes of this file.`);
    this.storedBytes = storedBytes;
  }
}

/** A row refers to a blob that the store does not have. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
  constructor() {
    super("The photo's file is missing in the storage. Please upload the photo again.");
  }
}
