import type { Readable } from "node:stream";

/** A file in the store, identified by the hash of its bytes. */
export interface StoredBlob {
  /** 64 hex digits. */
  sha256: string;
  sizeBytes: number;
}

/**
 * A completely received file on the local disk that is not in the store yet. The caller must call `commit` or `discard` exactly
 * once; a staged file without either call is removed at the next start.
 */
export interface StagedBlob extends StoredBlob {
  /** Path of the local file; valid until `commit` or `discard`. */
  path: string;
  /** The first bytes, for detecting the file type. */
  head: Uint8Array;
  /** Moves the file into the store. Storing the same bytes again is allowed. Once it resolves, the file survives a power failure. */
  commit(): Promise<void>;
  discard(): Promise<void>;
}

export interface StageOptions {
  /** A larger source fails with TooLargeError. */
  maxBytes?: number;
}

/**
 * Content-addressed storage: one file per sha256, written once, never changed. Methods throw StorageError with a message for users
 * when the disk or bucket fails. A row is inserted only after its blob is committed.
 */
export interface BlobStore {
  /**
   * Reads the source to its end and hashes it. A source that fails leaves no file behind. When the disk fails, the caller must
   * drain or destroy the rest of the source.
   */
  stage(source: Readable, options?: StageOptions): Promise<StagedBlob>;
  put(source: Readable, options?: StageOptions): Promise<StoredBlob>;
  has(sha256: string): Promise<boolean>;
  /** A local path for processes that read files by path. Throws BlobMissingError. */
  path(sha256: string): Promise<string>;
  /** Throws BlobMissingError. */
  openRead(sha256: string): Promise<{ stream: Readable; sizeBytes: number }>;
  delete(sha256: string): Promise<void>;
  /** Every sha256 in the store, in no particular order. */
  list(): AsyncIterable<string>;
  /** Resolves if the store is reachable and writable. Throws StorageError, or OperatorError if a retry would not help. */
  check(): Promise<void>;
  /** Removes files staged by processes that have ended. Returns their number. */
  clearAbandoned(startedAt: Date): Promise<number>;
}

export const STORAGE_ERROR_KINDS = ["full", "unavailable", "away"] as const;
export type StorageErrorKind = (typeof STORAGE_ERROR_KINDS)[number];

const MESSAGES: Readonly<Record<StorageErrorKind, string>> = {
  full: "The server's disk is full, so nothing was kept. Please tell your administrator, then send it again.",
  unavailable: "The server cannot write to its disk, so nothing was kept. Please tell your administrator.",
  away: "The server cannot reach its store of photos just now. Please try again in a moment.",
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

const errorCounts = new Map<StorageErrorKind, number>();

/** Number of storage errors of this kind in this process, for the metrics. */
export const countStorageErrors = (kind: StorageErrorKind): number => errorCounts.get(kind) ?? 0;

/** Creates a StorageError and counts it for the metrics. */
export function countedStorageError(kind: StorageErrorKind, cause: unknown): StorageError {
  errorCounts.set(kind, countStorageErrors(kind) + 1);
  return new StorageError(kind, cause);
}

export class TooLargeError extends Error {
  override readonly name = "TooLargeError";
  constructor(maxBytes: number) {
    super(`The file is larger than ${Math.floor(maxBytes / 1024 / 1024)} MB.`);
  }
}

/** A row refers to a blob that the store does not have. */
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

/** Converts a file system error to a StorageError; returns any other error unchanged. */
export function asStorageError(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const kind = KIND_OF_CODE[code];
  return kind ? countedStorageError(kind, error) : error;
}
