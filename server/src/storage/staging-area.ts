import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type StageOptions, type StoredBlob, asStorageError } from "./blob-store.ts";
import { writeHashed } from "./write-hashed.ts";

export interface StagingOptions {
  /** Opens a file for writing; tests simulate a full disk here. */
  openFile?: (path: string) => Promise<FileHandle>;
}

/** A completely received file on the local disk. The caller moves or removes it. */
export type ReceivedFile = StoredBlob & { path: string; head: Uint8Array };

const openNew = (path: string): Promise<FileHandle> =>
  open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o640);

/** The folder for incomplete files. Workers also write here what they put into the store. */
export const stagingDir = (dataDir: string): string => join(dataDir, "incoming");

/** DATA_DIR/incoming: files are written, hashed and synced here before they go into any store. */
export class StagingArea {
  readonly #folder: string;
  readonly #openFile: (path: string) => Promise<FileHandle>;

  constructor(dataDir: string, options: StagingOptions = {}) {
    this.#folder = stagingDir(dataDir);
    this.#openFile = options.openFile ?? openNew;
  }

  /** Reads the source to its end. A failed source leaves no file behind. Throws TooLargeError, StorageError. */
  async receive(source: Readable, options: StageOptions = {}): Promise<ReceivedFile> {
    // clearAbandoned reads the process id to see whether the file is still being written.
    const path = join(this.#folder, `${process.pid}-${randomUUID()}`);
    try {
      await mkdir(this.#folder, { recursive: true });
      const file = await this.#openFile(path);
      try {
        return { ...(await writeHashed(source, file, options.maxBytes ?? Infinity)), path };
      } finally {
        await file.close();
      }
    } catch (error) {
      await rm(path, { force: true });
      throw asStorageError(error);
    }
  }

  /** See BlobStore. */
  async clearAbandoned(before: Date, ownBefore = before): Promise<number> {
    await mkdir(this.#folder, { recursive: true });
    let removed = 0;
    for (const name of await readdir(this.#folder)) {
      const path = join(this.#folder, name);
      const info = await stat(path).catch(() => null);
      const pid = Number.parseInt(name, 10);
      if (!info || info.mtime >= (pid === process.pid ? ownBefore : before) || isOtherProcessAlive(pid)) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
    return removed;
  }
}

/**
 * Whether another process with this id runs. This process's own id counts as ended: in a container every start gets the same id,
 * so an old file with it belongs to an earlier start.
 */
function isOtherProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
