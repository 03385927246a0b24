import { Semaphore } from "async-mutex";
import { type Hash, createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { StoredBlob } from "./blob-store.ts";
import { TooLargeError } from "../errors/storage-error.ts";
import { freeMemory } from "../lib/free-memory.ts";

/** Bytes per write. Every write uses a thread of the pool, which for 64 kB chunks costs more than the write itself. */
const WRITE_BYTES = 256 * 1024;

/** Length of `head`: enough for every file signature. */
const HEAD_BYTES = 4096;

/**
 * Concurrent writes over all uploads. With 200 uploads at once, their sockets wait instead of all hashing in one iteration of the
 * event loop. Measured: 8 is as fast as no limit.
 */
const writes = new Semaphore(8);

interface WriteOptions {
  /** Size of the file, which an earlier part has written and the source continues. */
  storedBytes?: number;
  /** See StageOptions. */
  ownsChunks?: boolean | undefined;
}

/**
 * Writes a source to an open file, hashes it and syncs it to disk. `head` holds the first bytes. Hashing stays on this thread: 2.8 MB
 * take 2 ms, in pieces of 0.2 ms, and another thread needs longer. Throws TooLargeError.
 */
export async function writeHashed(
  source: Readable,
  file: FileHandle,
  maxBytes: number,
  { storedBytes = 0, ownsChunks = false }: WriteOptions = {},
): Promise<StoredBlob & { head: Uint8Array }> {
  const hash = createHash("sha256");
  let head = await hashStored(file, storedBytes, hash);
  let sizeBytes = storedBytes;
  let chunks: Buffer[] = [];
  let pendingBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  // The next chunks arrive while one write is in progress.
  const write = async (): Promise<void> => {
    await writing;
    const pending = chunks;
    [chunks, pendingBytes] = [[], 0];
    writing = writes.runExclusive(async () => {
      for (const chunk of pending) hash.update(chunk);
      await writeAll(file, pending);
      if (ownsChunks) for (const chunk of pending) freeMemory(chunk);
    });
    // The next `await writing` throws the error; this handler only prevents an unhandled rejection until then.
    writing.catch(() => undefined);
  };
  try {
    // A multipart parser must continue with the next part after a failure here, so the stream is not destroyed.
    for await (const part of source.iterator({ destroyOnReturn: false })) {
      const chunk: Buffer = part; // no encoding is set on the stream
      sizeBytes += chunk.length;
      pendingBytes += chunk.length;
      if (sizeBytes > maxBytes) throw new TooLargeError(maxBytes);
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      chunks.push(chunk);
      if (pendingBytes >= WRITE_BYTES) await write();
    }
    await write();
  } catch (error) {
    // An interrupted upload continues after what arrived (PD-166).
    if (!(error instanceof TooLargeError)) await write();
    throw error;
  } finally {
    // The caller closes the file, which must not happen during a write.
    await writing;
  }
  await file.sync();
  return { sha256: hash.digest("hex"), sizeBytes, head };
}

/** Hashes the file's first bytes. Returns its head. */
async function hashStored(file: FileHandle, storedBytes: number, hash: Hash): Promise<Buffer> {
  let head = Buffer.alloc(0);
  const buffer = Buffer.alloc(storedBytes > 0 ? WRITE_BYTES : 0);
  for (let at = 0; at < storedBytes;) {
    const { bytesRead } = await file.read(buffer, 0, Math.min(WRITE_BYTES, storedBytes - at), at);
    if (bytesRead === 0) throw new Error("the stored part of a file is shorter than before");
    if (at === 0) head = Buffer.from(buffer.subarray(0, Math.min(HEAD_BYTES, bytesRead)));
    hash.update(buffer.subarray(0, bytesRead));
    at += bytesRead;
  }
  return head;
}

/** Writes all chunks. `writev` may write fewer bytes than given; writing the rest then succeeds or throws the disk's error. */
async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await file.writev(chunks);
  const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < sizeBytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}
