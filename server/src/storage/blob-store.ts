import type { Readable } from "node:stream";
import { StorageError, type StorageErrorKind } from "../errors/storage-error.ts";

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
  /** Keeps what arrived of a source that fails, and appends the source to what an earlier one left. */
  resume?: ResumePoint;
  /** Nothing else reads the source's chunks, so their memory is freed once they are written. */
  ownsChunks?: boolean;
}

/** A file that may arrive in several parts. */
export interface ResumePoint {
  /** Names the file for all parts: letters, digits and hyphens. */
  key: string;
  /** The bytes that came before. Other than the stored ones, it fails with WrongOffsetError. */
  offset: number;
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
  /** Bytes that are kept of a file which has not arrived completely. */
  resumeOffset(key: string): Promise<number>;
  put(source: Readable, options?: StageOptions): Promise<StoredBlob>;
  has(sha256: string): Promise<boolean>;
  /** A local path for processes that read files by path. Throws BlobMissingError. */
  path(sha256: string): Promise<string>;
  /** The stream's chunks belong to the caller. Throws BlobMissingError. */
  openRead(sha256: string): Promise<{ stream: Readable; sizeBytes: number }>;
  delete(sha256: string): Promise<void>;
  /** Every sha256 in the store, in no particular order. */
  list(): AsyncIterable<string>;
  /** Resolves if the store is reachable and writable. Throws StorageError, or OperatorError if a retry would not help. */
  check(): Promise<void>;
  /**
   * Removes files staged by processes that have ended, unless modified since `before`. Returns their number.
   * @param ownBefore for files with this process's id; after the process's start they may be uploads in progress
   */
  clearAbandoned(before: Date, ownBefore?: Date): Promise<number>;
}

const errorCounts = new Map<StorageErrorKind, number>();

/** Number of storage errors of this kind in this process, for the metrics. */
export const countStorageErrors = (kind: StorageErrorKind): number => errorCounts.get(kind) ?? 0;

/** Creates a StorageError and counts it for the metrics. */
export function countedStorageError(kind: StorageErrorKind, cause: unknown): StorageError {
  errorCounts.set(kind, countStorageErrors(kind) + 1);
  return new StorageError(kind, cause);
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
