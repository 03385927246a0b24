import { access, constants, mkdir, open, opendir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { type BlobStore, type StageOptions, type StagedBlob, type StoredBlob, asStorageError } from "./blob-store.ts";
import { BlobMissingError } from "../errors/storage-error.ts";
import { codeOf } from "../lib/code-of.ts";
import { StagingArea, type StagingOptions } from "./staging-area.ts";
import { fsyncFolder } from "./fsync-folder.ts";

/** Chunk size for reads. Every read uses a thread of the pool, so smaller chunks cost more CPU time for ZIP exports (ADR-012). */
const READ_BYTES = 512 * 1024;

/** Blobs as files: DATA_DIR/blobs/ab/cd/<sha256>. Files are staged in DATA_DIR/incoming on the same disk, so a rename commits them. */
export class FileBlobStore implements BlobStore {
  readonly #blobs: string;
  readonly #staging: StagingArea;

  constructor(dataDir: string, options: StagingOptions = {}) {
    this.#blobs = join(dataDir, "blobs");
    this.#staging = new StagingArea(dataDir, options);
  }

  async stage(source: Readable, options?: StageOptions): Promise<StagedBlob> {
    const received = await this.#staging.receive(source, options);
    const { path, sha256 } = received;
    return { ...received, commit: () => this.#commit(path, sha256), discard: () => rm(path, { force: true }) };
  }

  resumeOffset(key: string): Promise<number> {
    return this.#staging.resumeOffset(key);
  }

  async put(source: Readable, options?: StageOptions): Promise<StoredBlob> {
    const staged = await this.stage(source, options);
    await staged.commit();
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
    // With its end known, the stream allocates no memory for bytes that do not exist.
    const end = size > 0 ? { end: size - 1 } : {};
    return { stream: handle.createReadStream({ highWaterMark: READ_BYTES, ...end }), sizeBytes: size };
  }

  async delete(sha256: string): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true });
  }

  async *list(): AsyncIterable<string> {
    await mkdir(this.#blobs, { recursive: true });
    for await (const entry of await opendir(this.#blobs, { recursive: true })) {
      const { name, parentPath } = entry;
      // A file that a person copied into another folder is not found there, so it is not listed either.
      if (entry.isFile() && /^[0-9a-f]{64}$/.test(name) && join(parentPath, name) === this.#pathOf(name)) yield name;
    }
  }

  async check(): Promise<void> {
    try {
      await mkdir(this.#blobs, { recursive: true });
      await access(this.#blobs, constants.R_OK | constants.W_OK);
    } catch (error) {
      throw asStorageError(error);
    }
  }

  clearAbandoned(before: Date, ownBefore?: Date): Promise<number> {
    return this.#staging.clearAbandoned(before, ownBefore);
  }

  async #commit(staged: string, sha256: string): Promise<void> {
    const path = this.#pathOf(sha256);
    try {
      const created = await mkdir(dirname(path), { recursive: true });
      // The name is the hash, so an existing file has the same bytes. A file of size 0 is the remains of a power failure.
      if (await sizeOf(path)) return await rm(staged, { force: true });
      await rename(staged, path);
      await fsyncFolder(dirname(path));
      // A new folder is an entry of its parent folder, which must be synced too.
      if (created) await Promise.all([fsyncFolder(dirname(dirname(path))), fsyncFolder(this.#blobs)]);
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

const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";
