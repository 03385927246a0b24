import { createHash, randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { Turnstile } from "../lib/turnstile.ts";
import {
  BlobMissingError,
  type BlobStore,
  type StageOptions,
  type StagedBlob,
  type StoredBlob,
  TooLargeError,
  asStorageError,
} from "./blob-store.ts";

/** What is kept of the beginning: enough for every signature. */
const HEAD_BYTES = 4096;

/** What is read at a time of what is sent on: in Node's own 64 kB an archive of photos takes a third more of a processor. */
const READ_BYTES = 256 * 1024;

export interface FileBlobStoreOptions {
  /** Opens a file to stage into; tests put a full disk here. */
  openFile?: (path: string) => Promise<FileHandle>;
}

const openNew = (path: string): Promise<FileHandle> =>
  open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o640);

/** Where files are that are not whole yet; each begins with the id of the process that makes it. */
export const incomingDir = (dataDir: string): string => join(dataDir, "incoming");

/** Blobs as files: DATA_DIR/blobs/ab/cd/<sha256>; arriving ones wait in DATA_DIR/incoming on the same disk. */
export class FileBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #incoming: string;
  readonly #openFile: (path: string) => Promise<FileHandle>;
  /**
   * Chunks that are hashed and written at a time, of all uploads together: with 200 at once their sockets
   * wait instead of all taking their turn in one round of the event loop. Measured: 8 is as fast as no limit.
   */
  readonly #turnstile = new Turnstile(8);

  constructor(dataDir: string, options: FileBlobStoreOptions = {}) {
    this.#blobs = join(dataDir, "blobs");
    this.#incoming = incomingDir(dataDir);
    this.#openFile = options.openFile ?? openNew;
  }

  async stage(source: Readable, options: StageOptions = {}): Promise<StagedBlob> {
    // The process id tells a later start whether anyone still writes to it.
    const path = join(this.#incoming, `${process.pid}-${randomUUID()}`);
    try {
      await mkdir(this.#incoming, { recursive: true });
      const written = await this.#write(source, path, options.maxBytes ?? Infinity);
      return {
        ...written,
        path,
        keep: () => this.#keep(path, written.sha256),
        discard: () => rm(path, { force: true }),
      };
    } catch (error) {
      await rm(path, { force: true });
      throw asStorageError(error);
    }
  }

  async put(source: Readable, options?: StageOptions): Promise<StoredBlob> {
    const staged = await this.stage(source, options);
    await staged.keep();
    return { sha256: staged.sha256, sizeBytes: staged.sizeBytes };
  }

  async has(sha256: string): Promise<boolean> {
    return (await sizeOf(this.#pathOf(sha256))) !== null;
  }

  async path(sha256: string): Promise<string> {
    const path = this.#pathOf(sha256);
    if ((await sizeOf(path)) === null) throw new BlobMissingError();
    return path;
  }

  async openRead(sha256: string): Promise<{ stream: Readable; sizeBytes: number }> {
    const handle = await open(this.#pathOf(sha256)).catch((error: unknown) => {
      throw isMissing(error) ? new BlobMissingError() : error;
    });
    const { size } = await handle.stat();
    return { stream: handle.createReadStream({ highWaterMark: READ_BYTES }), sizeBytes: size };
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true });
  }

  async *list(): AsyncIterable<string> {
    await mkdir(this.#blobs, { recursive: true });
    for await (const entry of await opendir(this.#blobs, { recursive: true })) {
      if (entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name)) yield entry.name;
    }
  }

  async clearAbandoned(startedAt: Date): Promise<number> {
    await mkdir(this.#incoming, { recursive: true });
    let removed = 0;
    for (const name of await readdir(this.#incoming)) {
      const path = join(this.#incoming, name);
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
      // A part of a form goes on to the next part when this one fails, so its stream is left alive.
      for await (const part of source.iterator({ destroyOnReturn: false })) {
        const chunk: Buffer = part; // a byte stream: nobody set an encoding
        sizeBytes += chunk.length;
        if (sizeBytes > maxBytes) throw new TooLargeError(maxBytes);
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
        await this.#turnstile.pass(() => {
          hash.update(chunk);
          return file.writeFile(chunk);
        });
      }
      await file.sync();
      return { sha256: hash.digest("hex"), sizeBytes, head };
    } finally {
      await file.close();
    }
  }

  async #keep(staged: string, sha256: string): Promise<void> {
    const path = this.#pathOf(sha256);
    try {
      const created = await mkdir(dirname(path), { recursive: true });
      // The same name is the same bytes: one copy is enough. A size of 0 is no copy.
      if (await sizeOf(path)) return await rm(staged, { force: true });
      await rename(staged, path);
      await syncFolder(dirname(path));
      // A new folder is an entry in its parent, which must reach the disk too.
      if (created) await Promise.all([syncFolder(dirname(dirname(path))), syncFolder(this.#blobs)]);
    } catch (error) {
      await rm(staged, { force: true });
      throw asStorageError(error);
    }
  }

  #pathOf(sha256: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a sha256");
    return join(this.#blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256);
  }
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
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
