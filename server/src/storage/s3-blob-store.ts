import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import type { S3Settings } from "../config/s3-settings.ts";
import {
  type BlobStore,
  type StageOptions,
  type StagedBlob,
  type StoredBlob,
  countedStorageError,
} from "./blob-store.ts";
import { BlobMissingError } from "../errors/storage-error.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { StagingArea, type StagingOptions } from "./staging-area.ts";
import { LocalCopies } from "./local-copies.ts";
import { type LoadedS3, loadS3 } from "./s3-client.ts";
import { nullIfMissing, permanentFailure, throwUnreachable } from "./s3-errors.ts";

/**
 * Blobs as objects of an S3 bucket, named by their sha256. Uploads are staged and hashed on the local disk, so an interrupted
 * upload leaves nothing in the bucket; the bucket verifies the sha256 again. Processes that read by path get a local copy.
 */
export class S3BlobStore implements BlobStore {
  #loaded: Promise<LoadedS3> | undefined;
  readonly #settings: S3Settings;
  readonly #staging: StagingArea;
  readonly #copies: LocalCopies;

  constructor(dataDir: string, settings: S3Settings, options: StagingOptions = {}) {
    this.#settings = settings;
    this.#staging = new StagingArea(dataDir, options);
    this.#copies = new LocalCopies(dataDir);
  }

  async stage(source: Readable, options?: StageOptions): Promise<StagedBlob> {
    const received = await this.#staging.receive(source, options);
    const discard = (): Promise<void> => rm(received.path, { force: true });
    return { ...received, commit: () => this.#commit(received), discard };
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
    return (await this.#sizeOf(sha256)) !== null;
  }

  async path(sha256: string): Promise<string> {
    return this.#copies.path(sha256, async () => (await this.openRead(sha256)).stream);
  }

  async openRead(sha256: string): Promise<{ stream: Readable; sizeBytes: number }> {
    const { s3, client } = await this.#load();
    const response = await client.send(new s3.GetObjectCommand(this.#object(sha256))).catch(nullIfMissing);
    if (response === null) throw new BlobMissingError();
    // In Node the body is a Readable; the SDK's type also covers browsers.
    return { stream: response.Body as Readable, sizeBytes: response.ContentLength ?? 0 };
  }

  async delete(sha256: string): Promise<void> {
    await this.#copies.delete(sha256);
    const { s3, client } = await this.#load();
    await client.send(new s3.DeleteObjectCommand(this.#object(sha256))).catch(nullIfMissing);
  }

  async *list(): AsyncIterable<string> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    let ContinuationToken: string | undefined;
    const { s3, client } = await this.#load();
    do {
      const page = await client
        .send(new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken }))
        .catch(throwUnreachable);
      for (const { Key = "" } of page.Contents ?? []) {
        const name = Key.slice(Prefix.length);
        if (/^[0-9a-f]{64}$/.test(name)) yield name;
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /** Creates the bucket if it does not exist. Concurrent calls all succeed. Throws the SDK's errors. */
  async makeBucket(): Promise<void> {
    const { s3, client } = await this.#load();
    const Bucket = this.#settings.bucket;
    const bucketExists = (): Promise<boolean> =>
      client.send(new s3.HeadBucketCommand({ Bucket })).then(
        () => true,
        (error: unknown) => nullIfMissing(error) !== null,
      );
    if (await bucketExists()) return;
    await client.send(new s3.CreateBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (!(await bucketExists())) throw error;
    });
  }

  async check(): Promise<void> {
    const { s3, client } = await this.#load();
    const { bucket, endpoint } = this.#settings;
    try {
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      const reason = permanentFailure(error);
      if (reason === null) throw countedStorageError("away", error);
      const at = endpoint === null ? "" : ` at ${endpoint}`;
      throw new OperatorError(`The bucket ${bucket} of S3_BUCKET${at} cannot be used: ${reason}.`, { cause: error });
    }
  }

  clearAbandoned(before: Date, ownBefore?: Date): Promise<number> {
    return this.#staging.clearAbandoned(before, ownBefore);
  }

  async #commit({ path, sha256, sizeBytes }: StoredBlob & { path: string }): Promise<void> {
    try {
      // The name is the hash, so an existing object has the same bytes.
      if ((await this.#sizeOf(sha256)) !== sizeBytes) await this.#put({ path, sha256, sizeBytes });
    } finally {
      await rm(path, { force: true });
    }
  }

  async #put({ path, sha256, sizeBytes }: StoredBlob & { path: string }): Promise<void> {
    const ChecksumSHA256 = Buffer.from(sha256, "hex").toString("base64");
    const Body = createReadStream(path);
    const { s3, client } = await this.#load();
    const put = new s3.PutObjectCommand({ ...this.#object(sha256), Body, ContentLength: sizeBytes, ChecksumSHA256 });
    await client.send(put).catch(throwUnreachable);
  }

  async #sizeOf(sha256: string): Promise<number | null> {
    const { s3, client } = await this.#load();
    const head = await client.send(new s3.HeadObjectCommand(this.#object(sha256))).catch(nullIfMissing);
    return head && (head.ContentLength ?? 0);
  }

  #load(): Promise<LoadedS3> {
    this.#loaded ??= loadS3(this.#settings);
    return this.#loaded;
  }

  #object(sha256: string): { Bucket: string; Key: string } {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a sha256");
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${sha256}` };
  }
}
