import type { Readable } from "node:stream";

/** A file in the store, known by its bytes. */
export interface StoredBlob {
  /** 64 hex digits. */
  sha256: string;
  sizeBytes: number;
}

/**
 * Bytes that arrived whole and lie safely on disk, not in the store yet. Whoever staged them calls
 * `keep` or `discard`, exactly once; what neither was called for is removed at the next start.
 */
export interface StagedBlob extends StoredBlob {
  /** A local file, until `keep` or `discard`. */
  path: string;
  /** The first bytes, to tell what it is. */
  head: Uint8Array;
  /** Puts it into the store; the same bytes again are fine. When it resolves a power cut cannot lose them. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

export interface StageOptions {
  /** More bytes than this end in a TooLargeError. */
  maxBytes?: number;
}

/**
 * Photos by content: one place per sha256, written once, never changed. Throws StorageError with a
 * sentence for a person when the disk refuses. A row is committed only after its blob is kept.
 */
export interface BlobStore {
  /**
   * Reads the source to its end, hashing as it goes; nothing remains of a source that fails half-way. When
   * the disk refuses, the rest of the source is left for the caller to drain or destroy.
   */
  stage(source: Readable, options?: StageOptions): Promise<StagedBlob>;
  put(source: Readable, options?: StageOptions): Promise<StoredBlob>;
  has(sha256: string): Promise<boolean>;
  /** A local path to read from; for processes that take paths. Throws BlobMissingError. */
  path(sha256: string): Promise<string>;
  /** Throws BlobMissingError. */
  openRead(sha256: string): Promise<{ stream: Readable; sizeBytes: number }>;
  delete(sha256: string): Promise<void>;
  /** Every sha256 in the store, in no order. */
  list(): AsyncIterable<string>;
  /** Resolves when it can be reached and written to. Throws StorageError, or OperatorError where trying again would not help. */
  check(): Promise<void>;
  /** Removes what was staged by processes that are gone. Returns how many. */
  clearAbandoned(startedAt: Date): Promise<number>;
}

export const STORAGE_ERROR_KINDS = ["full", "unavailable", "away"] as const;
export type StorageErrorKind = (typeof STORAGE_ERROR_KINDS)[number];

const REFUSALS: Readonly<Record<StorageErrorKind, string>> = {
  full: "The server's disk is full, so nothing was kept. Please tell your administrator, then send it again.",
  unavailable: "The server cannot write to its disk, so nothing was kept. Please tell your administrator.",
  away: "The server cannot reach its store of photos just now. Please try again in a moment.",
};

/** The disk refused, or the store elsewhere did not answer; `message` is for a person. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly kind: StorageErrorKind;
  constructor(kind: StorageErrorKind, cause: unknown) {
    super(REFUSALS[kind], { cause });
    this.kind = kind;
  }
}

const seen = new Map<StorageErrorKind, number>();

/** How often the store has refused something in this process. */
export const countStorageErrors = (kind: StorageErrorKind): number => seen.get(kind) ?? 0;

/** A refusal as it happens: it is counted. */
export function refused(kind: StorageErrorKind, cause: unknown): StorageError {
  seen.set(kind, countStorageErrors(kind) + 1);
  return new StorageError(kind, cause);
}

export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
  constructor(maxBytes: number) {
    super(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  }
}

/** The row says there is a file; the store has none. */
export class BlobMissingError extends Error {
  override readonly name = "BlobMissingError";
  constructor() {
    super("The photo's file is missing in the store. Please upload the photo again.");
  }
}

const KIND_OF_CODE: Readonly<Record<string, StorageErrorKind>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "unavailable",
  EACCES: "unavailable",
  EPERM: "unavailable",
  EIO: "unavailable",
  EMFILE: "unavailable",
  ENFILE: "unavailable",
};

/** A disk's refusal in words; any other error as it is. */
export function asStorageError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const kind = KIND_OF_CODE[code];
  return kind ? refused(kind, error) : error;
}
