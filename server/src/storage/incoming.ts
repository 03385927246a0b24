import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { Semaphore } from "../lib/semaphore.ts";
import { type StageOptions, type StoredBlob, TooLargeError, asStorageError } from "./blob-store.ts";

/** What is written at a time: each write goes through a thread, which in a socket's 64 kB cost more than the writing. */
const WRITE_BYTES = 256 * 1024;

/** What is kept of the beginning: enough for every signature. */
const HEAD_BYTES = 4096;

export interface IncomingOptions {
  /** Opens a file to write into; tests put a full disk here. */
  openFile?: (path: string) => Promise<FileHandle>;
}

/** A file that arrived whole and lies on the disk; whoever asked for it moves or removes it. */
export type Arrived = StoredBlob & { path: string; head: Uint8Array };

const openNew = (path: string): Promise<FileHandle> =>
  open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o640);

/** Where files wait until they are whole; also for what a worker writes on its way into the store. */
export const incomingDir = (dataDir: string): string => join(dataDir, "incoming");

/** DATA_DIR/incoming: where bytes are written, hashed and synced before they go into any store. */
export class Incoming {
  readonly #folder: string;
  readonly #openFile: (path: string) => Promise<FileHandle>;
  /**
   * Writes that are hashed and under way at a time, of all uploads together: with 200 at once their sockets
   * wait instead of all taking their turn in one round of the event loop. Measured: 8 is as fast as no limit.
   */
  readonly #turnstile = new Semaphore(8);

  constructor(dataDir: string, options: IncomingOptions = {}) {
    this.#folder = incomingDir(dataDir);
    this.#openFile = options.openFile ?? openNew;
  }

  /** Reads the source to its end. Nothing remains of one that fails. Throws TooLargeError, StorageError. */
  async take(source: Readable, options: StageOptions = {}): Promise<Arrived> {
    // The process id tells a later start whether anyone still writes to it.
    const path = join(this.#folder, `${process.pid}-${randomUUID()}`);
    try {
      await mkdir(this.#folder, { recursive: true });
      return { ...(await this.#write(source, path, options.maxBytes ?? Infinity)), path };
    } catch (error) {
      await rm(path, { force: true });
      throw asStorageError(error);
    }
  }

  /** Removes what was written by processes that are gone. Returns how many. */
  async clearAbandoned(startedAt: Date): Promise<number> {
    await mkdir(this.#folder, { recursive: true });
    let removed = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => null);
      if (!info || info.mtime >= startedAt || isSomeoneElseAlive(Number.parseInt(name, 10))) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }

  async #write(source: Readable, path: string, maxBytes: number): Promise<StoredBlob & { head: Uint8Array }> {
    const file = await this.#openFile(path);
    try {
      const hash = createHash("sha256");
      let head = Buffer.alloc(0);
      let sizeBytes = 0;
      let chunks: Buffer[] = [];
      let gatheredBytes = 0;
      let writing: Promise<void> = Promise.resolve();
      // One write is under way while the next one's chunks arrive.
      const write = async (): Promise<void> => {
        await writing;
        const gathered = chunks;
        [chunks, gatheredBytes] = [[], 0];
        writing = this.#turnstile.pass(() => {
          for (const chunk of gathered) hash.update(chunk);
          return writeAll(file, gathered);
        });
        // Whoever awaits it next hears of its failure.
        writing.catch(() => undefined);
      };
      try {
        // A part of a form goes on to the next part when this one fails, so its stream is left alive.
        for await (const part of source.iterator({ destroyOnReturn: false })) {
          const chunk: Buffer = part; // a byte stream: nobody set an encoding
          sizeBytes += chunk.length;
          gatheredBytes += chunk.length;
          if (sizeBytes > maxBytes) throw new TooLargeError(maxBytes);
          if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
          chunks.push(chunk);
          if (gatheredBytes >= WRITE_BYTES) await write();
        }
        await write();
      } finally {
        // Nobody may close the file under a write.
        await writing;
      }
      await file.sync();
      return { sha256: hash.digest("hex"), sizeBytes, head };
    } finally {
      await file.close();
    }
  }
}

/** A disk may take fewer bytes than it was given; then the rest follows, or it says why not. */
async function writeAll(file: FileHandle, chunks: readonly Buffer[]): Promise<void> {
  if (chunks.length === 0) return;
  const { bytesWritten } = await file.writev(chunks);
  const sizeBytes = chunks.reduce((sum, { length }) => sum + length, 0);
  if (bytesWritten < sizeBytes) await file.writeFile(Buffer.concat(chunks).subarray(bytesWritten));
}

/** In a container every start has the same id, so our own id in an older file means a former self. */
function isSomeoneElseAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
