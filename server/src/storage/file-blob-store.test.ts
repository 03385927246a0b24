import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, mkdtemp, open, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BlobMissingError, StorageError, TooLargeError } from "../errors/storage-error.ts";
import { FileBlobStore } from "./file-blob-store.ts";

let dataDir: string;
let store: FileBlobStore;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "precount-blobs-"));
  store = new FileBlobStore(dataDir);
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** /dev/full: a Linux device on which every write fails with ENOSPC. */
async function openOnFullDisk(path: string): Promise<FileHandle> {
  await writeFile(path, "");
  return open("/dev/full", "w");
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const stagedFiles = (): Promise<string[]> => readdir(join(dataDir, "incoming"));
async function listed(): Promise<string[]> {
  const found: string[] = [];
  for await (const sha256 of store.list()) found.push(sha256);
  return found;
}

describe("a blob", () => {
  it("is stored under its hash, read back unchanged, and leaves no staged file", async () => {
    const bytes = randomBytes(300_000);
    const stored = await store.put(Readable.from([bytes.subarray(0, 100_001), bytes.subarray(100_001)]));
    expect(stored).toEqual({ sha256: sha256(bytes), sizeBytes: bytes.length });
    expect(await readFile(await store.path(stored.sha256))).toEqual(bytes);
    const { stream, sizeBytes } = await store.openRead(stored.sha256);
    expect(sizeBytes).toBe(bytes.length);
    expect(Buffer.concat(await stream.toArray())).toEqual(bytes);
    expect(await stagedFiles()).toEqual([]);
    expect(await listed()).toEqual([stored.sha256]);
  });

  it("that a person copied into another folder is not listed, because it is not found there", async () => {
    const name = sha256(Buffer.from("a photo"));
    await mkdir(join(dataDir, "blobs/00/00"), { recursive: true });
    await writeFile(join(dataDir, "blobs/00/00", name), "a photo");
    expect(await listed()).toEqual([]);
    expect(await store.has(name)).toBe(false);
  });

  it("is stored once when it is written several times concurrently", async () => {
    const bytes = randomBytes(50_000);
    const stored = await Promise.all(Array.from({ length: 8 }, () => store.put(Readable.from([bytes]))));
    expect(new Set(stored.map((blob) => blob.sha256)).size).toBe(1);
    expect(await listed()).toEqual([sha256(bytes)]);
    expect(await stagedFiles()).toEqual([]);
  });

  it("exposes its first bytes while staged, and is gone once discarded", async () => {
    const bytes = randomBytes(10_000);
    const staged = await store.stage(Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]));
    expect(Buffer.from(staged.head)).toEqual(bytes.subarray(0, 4096));
    expect(await store.has(staged.sha256)).toBe(false);
    await staged.discard();
    expect(await stagedFiles()).toEqual([]);
  });

  it("frees chunks that belong to the store after they are written, unless other buffers share their memory", async () => {
    const [whole, shared] = [randomBytes(300_000), randomBytes(300_000)];
    const expected = Buffer.concat([whole, shared.subarray(0, 100_000)]);
    const source = Readable.from([whole, shared.subarray(0, 100_000)]);
    const staged = await store.stage(source, { ownsChunks: true });
    await staged.commit();
    expect(staged.sha256).toBe(sha256(expected));
    expect(Buffer.from(staged.head)).toEqual(expected.subarray(0, 4096));
    expect(await readFile(await store.path(staged.sha256))).toEqual(expected);
    expect([whole.length, shared.length]).toEqual([0, 300_000]);
  });

  it("leaves the chunks of its source as they are by default", async () => {
    const bytes = randomBytes(300_000);
    const { sha256: stored } = await store.put(Readable.from([bytes]));
    expect(stored).toBe(sha256(bytes));
    expect(bytes).toHaveLength(300_000);
  });

  it("throws BlobMissingError when it is missing", async () => {
    await expect(store.path("0".repeat(64))).rejects.toThrow(BlobMissingError);
    await expect(store.openRead("0".repeat(64))).rejects.toThrow(BlobMissingError);
    await expect(store.has("../../etc/passwd")).rejects.toThrow("not a sha256");
  });
});

describe("staging leaves no file behind", () => {
  it("when the source fails half-way", async () => {
    const source = Readable.from(
      (async function* () {
        yield randomBytes(100_000);
        throw new Error("aborted");
      })(),
    );
    await expect(store.stage(source)).rejects.toThrow("aborted");
    expect(await stagedFiles()).toEqual([]);
  });

  it("when the file is larger than its limit", async () => {
    const source = Readable.from([randomBytes(1000), randomBytes(1000)]);
    await expect(store.stage(source, { maxBytes: 1500 })).rejects.toThrow(TooLargeError);
    expect(await stagedFiles()).toEqual([]);
  });

  it.runIf(process.platform === "linux")("when the disk is full, with a message for users", async () => {
    const full = new FileBlobStore(dataDir, { openFile: openOnFullDisk });
    const failed = await full.stage(Readable.from([randomBytes(1000)])).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(StorageError);
    expect(String(failed)).toContain("The server's disk is full");
    expect(await stagedFiles()).toEqual([]);
  });

  it("of processes that have ended, and keeps files that are being written", async () => {
    const staged = await store.stage(Readable.from([Buffer.from("now")]));
    const old = new Date(Date.now() - 60_000);
    for (const name of ["999999999-gone", `${process.pid}-former-self`, `${process.ppid}-alive`]) {
      await writeFile(join(dataDir, "incoming", name), "half");
      await utimes(join(dataDir, "incoming", name), old, old);
    }
    expect(await store.clearAbandoned(new Date(Date.now() - 30_000))).toBe(2);
    expect(await stagedFiles()).toHaveLength(2);
    await staged.commit();
    expect(await stagedFiles()).toEqual([`${process.ppid}-alive`]);
  });

  it("housekeeping removes old folders of killed workers and keeps this process's uploads", async () => {
    const old = new Date(Date.now() - 60_000);
    const names = ["999999999-document-abc", `${process.pid}-upload`];
    for (const name of names) {
      await mkdir(join(dataDir, "incoming", name), { recursive: true });
      await utimes(join(dataDir, "incoming", name), old, old);
    }
    expect(await store.clearAbandoned(new Date(Date.now() - 30_000), new Date(Date.now() - 90_000))).toBe(1);
    expect(await stagedFiles()).toContain(`${process.pid}-upload`);
    expect(await stagedFiles()).not.toContain("999999999-document-abc");
    await rm(join(dataDir, "incoming", `${process.pid}-upload`), { recursive: true });
  });
});
