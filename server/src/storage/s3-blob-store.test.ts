import { createHash, randomBytes } from "node:crypto";
import { readFile, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startS3 } from "../testing/s3-server.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { BlobMissingError, StorageError, TooLargeError } from "../errors/storage-error.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

let s3: Awaited<ReturnType<typeof startS3>>;
let folder: Awaited<ReturnType<typeof makeTemporaryFolder>>;
let store: S3BlobStore;
beforeAll(async () => {
  [s3, folder] = await Promise.all([startS3(), makeTemporaryFolder()]);
});
beforeEach(() => {
  store = new S3BlobStore(folder.path, s3.settings);
});
afterAll(async () => {
  await s3.stop();
  await folder.remove();
});

const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
const listed = async (from = store): Promise<string[]> => {
  const found: string[] = [];
  for await (const sha256 of from.list()) found.push(sha256);
  return found;
};
const filesIn = (name: string): Promise<string[]> => readdir(join(folder.path, name));

describe("a blob in a bucket", () => {
  it("is stored under its hash, read back unchanged, and leaves no staged file", async () => {
    const bytes = randomBytes(3_000_000);
    const stored = await store.put(Readable.from([bytes.subarray(0, 1_000_001), bytes.subarray(1_000_001)]));
    expect(stored).toEqual({ sha256: sha256Of(bytes), sizeBytes: bytes.length });
    const { stream, sizeBytes } = await store.openRead(stored.sha256);
    expect(sizeBytes).toBe(bytes.length);
    expect(Buffer.concat(await stream.toArray())).toEqual(bytes);
    expect(await filesIn("incoming")).toEqual([]);
    expect(await listed()).toContain(stored.sha256);
  });

  it("is visible to other machines and downloaded once for concurrent requests", async () => {
    const bytes = randomBytes(200_000);
    const { sha256 } = await store.put(Readable.from([bytes]));
    const elsewhere = await makeTemporaryFolder();
    const other = new S3BlobStore(elsewhere.path, s3.settings);
    const paths = await Promise.all(Array.from({ length: 8 }, () => other.path(sha256)));
    expect(new Set(paths).size).toBe(1);
    expect(await readFile(paths[0] ?? "")).toEqual(bytes);
    expect(await readdir(join(elsewhere.path, "copies"))).toEqual([sha256]);
    await other.delete(sha256);
    expect(await store.has(sha256)).toBe(false);
    await expect(other.path(sha256)).rejects.toThrow(BlobMissingError);
    await elsewhere.remove();
  });

  it("is not stored when discarded or too large; a missing blob throws BlobMissingError", async () => {
    const before = await listed();
    const staged = await store.stage(Readable.from([randomBytes(1000)]));
    expect(await store.has(staged.sha256)).toBe(false);
    await staged.discard();
    await expect(store.put(Readable.from([randomBytes(1000)]), { maxBytes: 999 })).rejects.toThrow(TooLargeError);
    expect(await filesIn("incoming")).toEqual([]);
    expect(await listed()).toEqual(before);
    await expect(store.openRead("0".repeat(64))).rejects.toThrow(BlobMissingError);
    await expect(store.has("../secret")).rejects.toThrow("not a sha256");
  });

  it("is not visible to an installation with another prefix in the same bucket", async () => {
    const { sha256 } = await store.put(Readable.from([Buffer.from("ours")]));
    const other = new S3BlobStore(folder.path, { ...s3.settings, prefix: "other/" });
    expect(await listed(other)).toEqual([]);
    expect(await other.has(sha256)).toBe(false);
  });
});

it("throws a StorageError with a message for users when the store cannot be reached, and leaves no staged file", async () => {
  const away = new S3BlobStore(folder.path, { ...s3.settings, endpoint: "http://127.0.0.1:1" });
  await expect(away.put(Readable.from([Buffer.from("photo")]))).rejects.toThrow(StorageError);
  await expect(away.has("0".repeat(64))).rejects.toThrow("cannot reach its photo storage");
  expect(await filesIn("incoming")).toEqual([]);
  await rm(join(folder.path, "copies"), { recursive: true, force: true });
});
