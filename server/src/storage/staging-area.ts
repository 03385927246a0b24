import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { WrongOffsetError } from "../errors/storage-error.ts";
import { type ResumePoint, type StageOptions, type StoredBlob, asStorageError } from "./blob-store.ts";
import type { ScanFile } from "./scan-file.ts";
import { writeHashed } from "./write-hashed.ts";

export interface StagingOptions {
  /** Opens a file for writing; tests simulate a full disk here. */
  openFile?: (path: string) => Promise<FileHandle>;
  /** Checks each file that was received completely. */
  scan?: ScanFile | null;
}

/** A completely received file on the local disk. The caller moves or removes it. */
export type ReceivedFile = StoredBlob & { path: string; head: Uint8Array };

const openFile = (path: string): Promise<FileHandle> =>
  open(path, constants.O_CREAT | constants.O_RDWR | constants.O_APPEND, 0o640);

/** The folder for incomplete files. Workers also write here what they put into the store. */
export const stagingDir = (dataDir: string): string => join(dataDir, "incoming");

/** Begins the names of files that wait for their next part. */
const PARTIAL = "partial-";
/** A file waits this long for its next part. */
const PARTIAL_KEPT_MS = 2 * 3_600_000;
/** A smaller part of a file is not kept: to send it again takes no longer than to ask for its size. */
const MIN_PARTIAL_BYTES = 64 * 1024;

/** DATA_DIR/incoming: files are written, hashed and synced here before they go into any store. */
export class StagingArea {
  readonly #folder: string;
  readonly #openFile: (path: string) => Promise<FileHandle>;
  readonly #scan: ScanFile | null;

  constructor(dataDir: string, options: StagingOptions = {}) {
    this.#folder = stagingDir(dataDir);
    this.#openFile = options.openFile ?? openFile;
    this.#scan = options.scan ?? null;
  }

  /** Reads the source to its end. A failed source leaves no file behind. Throws TooLargeError, StorageError. */
  async receive(source: Readable, options: StageOptions = {}): Promise<ReceivedFile> {
    // clearAbandoned reads the process id to see whether the file is still being written.
    const path = join(this.#folder, `${process.pid}-${randomUUID()}`);
    const { maxBytes = Infinity, resume, ownsChunks } = options;
    try {
      await mkdir(this.#folder, { recursive: true });
      if (resume && resume.offset > 0) await this.#takePartial(resume, path);
      const file = await this.#openFile(path);
      let written;
      try {
        written = await writeHashed(source, file, maxBytes, { storedBytes: resume?.offset ?? 0, ownsChunks });
      } finally {
        await file.close();
      }
      await this.#scan?.(path);
      return { ...written, path };
    } catch (error) {
      const isCut = source.errored !== null || (source.destroyed && !source.readableEnded);
      if (!(resume && isCut && (await this.#keepPartial(resume, path)))) await rm(path, { force: true });
      throw asStorageError(error);
    }
  }

  /** See BlobStore. */
  async resumeOffset(key: string): Promise<number> {
    return (await stat(this.#partialOf(key)).catch(() => null))?.size ?? 0;
  }

  /** Renames the stored part to `path`, so that of two requests only one appends to it. Throws WrongOffsetError. */
  async #takePartial({ key, offset }: ResumePoint, path: string): Promise<void> {
    const partial = this.#partialOf(key);
    const isTaken = await rename(partial, path).then(
      () => true,
      () => false,
    );
    const storedBytes = isTaken ? (await stat(path)).size : 0;
    if (storedBytes === offset) return;
    if (isTaken) await rename(path, partial);
    throw new WrongOffsetError(storedBytes);
  }

  /** Keeps the file at `path` for its next part, unless a longer part is stored. Returns whether it did. */
  async #keepPartial({ key }: ResumePoint, path: string): Promise<boolean> {
    const sizeBytes = (await stat(path).catch(() => null))?.size ?? 0;
    if (sizeBytes < MIN_PARTIAL_BYTES || sizeBytes <= (await this.resumeOffset(key))) return false;
    return rename(path, this.#partialOf(key)).then(
      () => true,
      () => false,
    );
  }

  #partialOf(key: string): string {
    if (!/^[\w-]{1,200}$/.test(key)) throw new Error("not a key of a partial file");
    return join(this.#folder, `${PARTIAL}${key}`);
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
      // A phone continues its upload after the server was restarted.
      if (name.startsWith(PARTIAL) && info.mtimeMs > Date.now() - PARTIAL_KEPT_MS) continue;
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
