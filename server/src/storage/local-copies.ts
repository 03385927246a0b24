import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

/** About 500 photos: what one machine works on within minutes. */
const MOST_BYTES = 2 * 1024 ** 3;
/** One that was asked for since may still be opened. */
const IN_USE_MS = 15 * 60_000;

/** DATA_DIR/copies: files of a store elsewhere, for processes that take paths. May be deleted at any time while stopped. */
export class LocalCopies {
  readonly #folder: string;
  readonly #mostBytes: number;
  /** Several may want the same one at once. */
  readonly #coming = new Map<string, Promise<string>>();

  constructor(dataDir: string, mostBytes = MOST_BYTES) {
    this.#folder = join(dataDir, "copies");
    this.#mostBytes = mostBytes;
  }

  /** The path of the copy, brought by `fetch` where there is none. */
  async path(name: string, fetch: () => Promise<Readable>): Promise<string> {
    const path = join(this.#folder, name);
    const now = new Date();
    const isThere = await utimes(path, now, now).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
    const coming = this.#coming.get(name) ?? this.#bring(path, fetch).finally(() => this.#coming.delete(name));
    this.#coming.set(name, coming);
    return coming;
  }

  async delete(name: string): Promise<void> {
    await rm(join(this.#folder, name), { force: true });
  }

  async #bring(path: string, fetch: () => Promise<Readable>): Promise<string> {
    await mkdir(this.#folder, { recursive: true });
    const partial = join(this.#folder, `.${randomUUID()}`);
    try {
      await pipeline(await fetch(), createWriteStream(partial));
      await rename(partial, path);
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
    await this.#makeRoom();
    return path;
  }

  /** The longest unused go first. */
  async #makeRoom(): Promise<void> {
    const entries = await Promise.all(
      (await readdir(this.#folder)).map(async (name) => {
        const info = await stat(join(this.#folder, name)).catch(() => null);
        return info && { name, sizeBytes: info.size, usedAtMs: info.mtimeMs };
      }),
    );
    const copies = entries.filter((entry) => entry !== null).toSorted((a, b) => a.usedAtMs - b.usedAtMs);
    let sum = copies.reduce((all, { sizeBytes }) => all + sizeBytes, 0);
    for (const { name, sizeBytes, usedAtMs } of copies) {
      if (sum <= this.#mostBytes || Date.now() - usedAtMs < IN_USE_MS) return;
      await rm(join(this.#folder, name), { force: true });
      sum -= sizeBytes;
    }
  }
}
