import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** About 500 photos, which one machine processes within minutes. */
const MAX_BYTES = 2 * 1024 ** 3;
/** A copy requested within this time may still be in use and is not evicted. */
const IN_USE_MS = 15 * 60_000;

/**
 * DATA_DIR/copies: an LRU cache of blobs from the bucket, for processes that read by path. The folder may be deleted while the
 * process is stopped.
 */
export class LocalCopies {
  readonly #folder: string;
  readonly #maxBytes: number;
  /** Downloads in progress; concurrent requests for a blob share one. */
  readonly #pending = new Map<string, Promise<string>>();

  constructor(dataDir: string, maxBytes = MAX_BYTES) {
    this.#folder = join(dataDir, "copies");
    this.#maxBytes = maxBytes;
  }

  /** The path of the copy; `fetch` downloads a missing one. */
  async path(name: string, fetch: () => Promise<Readable>): Promise<string> {
    const path = join(this.#folder, name);
    const now = new Date();
    // The modification time records the last use.
    const exists = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (exists) return path;
    const download = this.#pending.get(name) ?? this.#download(path, fetch).finally(() => this.#pending.delete(name));
    this.#pending.set(name, download);
    return download;
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async #download(path: string, fetch: () => Promise<Readable>): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const partial = join(this.#folder, `.${randomUUID()}`);
    try {
      await pipeline(await fetch(), createWriteStream(partial));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await this.#evict();
    return path;
  }

  /** Deletes the least recently used copies until the folder is within its limit. */
  async #evict(): Promise<void> {
    const entries = await Promise.all(
      (await readdir(this.#folder)).map(async (name) => {
        const info = await stat(join(this.#folder, name)).catch(() => null);
        return info && { name, sizeBytes: info.size, usedAtMs: info.mtimeMs };
      }),
    );
    const copies = entries.filter((entry) => entry !== null).toSorted((a, b) => a.usedAtMs - b.usedAtMs);
    let sum = copies.reduce((all, { sizeBytes }) => all + sizeBytes, 0);
    for (const { name, sizeBytes, usedAtMs } of copies) {
      if (sum <= this.#maxBytes || Date.now() - usedAtMs < IN_USE_MS) return;
      await rm(join(this.#folder, name), { force: true });
      sum -= sizeBytes;
    }
  }
}
