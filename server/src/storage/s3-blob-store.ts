import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import type { Readable } from "node:stream";
import type * as Aws from "@aws-sdk/client-s3";
import type { S3Client } from "@aws-sdk/client-s3";
import {
  BlobMissingError,
  type BlobStore,
  type StageOptions,
  type StagedBlob,
  type StoredBlob,
  refused,
} from "./blob-store.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { Incoming } from "./incoming.ts";
import { LocalCopies } from "./local-copies.ts";

export interface S3Settings {
  bucket: string;
  /** Before every name: several installations may share a bucket. Empty, or ends with a slash. */
  prefix: string;
  /** Of a store other than Amazon's. */
  endpoint: string | null;
  region: string;
  /** Null: wherever Amazon's own tools look for them (environment, shared files, the machine's role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

type Sdk = typeof Aws;

/** A store that is away for a moment is asked again before anybody is told. */
const MAX_ATTEMPTS = 4;

/**
 * Blobs as objects of an S3 bucket, named by their sha256. What arrives is written and hashed on the local disk first, so a
 * form that breaks off leaves nothing in the bucket; the store checks the sha256 once more as it takes the bytes. Processes
 * that want paths get a local copy.
 */
export class S3BlobStore implements BlobStore {
  #loaded: Promise<{ s3: Sdk; client: S3Client }> | undefined;
  readonly #settings: S3Settings;
  readonly #incoming: Incoming;
  readonly #copies: LocalCopies;

  constructor(dataDir: string, settings: S3Settings) {
    this.#settings = settings;
    this.#incoming = new Incoming(dataDir);
    this.#copies = new LocalCopies(dataDir);
  }

  async stage(source: Readable, options?: StageOptions): Promise<StagedBlob> {
    const arrived = await this.#incoming.take(source, options);
    const discard = (): Promise<void> => rm(arrived.path, { force: true });
    return { ...arrived, keep: () => this.#keep(arrived), discard };
  }

  async put(source: Readable, options?: StageOptions): Promise<StoredBlob> {
    const staged = await this.stage(source, options);
    await staged.keep();
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
    const got = await client.send(new s3.GetObjectCommand(this.#object(sha256))).catch(nothingThere);
    if (got === null) throw new BlobMissingError();
    // In Node the body is a stream of Node's; the type is also a browser's.
    return { stream: got.Body as Readable, sizeBytes: got.ContentLength ?? 0 };
  }

  async delete(sha256: string): Promise<void> {
    await this.#copies.delete(sha256);
    const { s3, client } = await this.#load();
    await client.send(new s3.DeleteObjectCommand(this.#object(sha256))).catch(nothingThere);
  }

  async *list(): AsyncIterable<string> {
    const { bucket: Bucket, prefix: Prefix } = this.#settings;
    let ContinuationToken: string | undefined;
    const { s3, client } = await this.#load();
    do {
      const page = await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })).catch(asAway);
      for (const { Key = "" } of page.Contents ?? []) {
        const name = Key.slice(Prefix.length);
        if (/^[0-9a-f]{64}$/.test(name)) yield name;
      }
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  /** Makes the bucket where there is none; of several who do so at once, all find it. Throws what the store says. */
  async makeBucket(): Promise<void> {
    const { s3, client } = await this.#load();
    const Bucket = this.#settings.bucket;
    const isThere = (): Promise<boolean> =>
      client.send(new s3.HeadBucketCommand({ Bucket })).then(
        () => true,
        (error: unknown) => nothingThere(error) !== null,
      );
    if (await isThere()) return;
    await client.send(new s3.CreateBucketCommand({ Bucket })).catch(async (error: unknown) => {
      if (!(await isThere())) throw error;
    });
  }

  async check(): Promise<void> {
    const { s3, client } = await this.#load();
    const { bucket, endpoint } = this.#settings;
    try {
      await client.send(new s3.HeadBucketCommand({ Bucket: bucket }));
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === null) throw refused("away", error);
      const at = endpoint === null ? "" : ` at ${endpoint}`;
      throw new OperatorError(`The bucket ${bucket} of S3_BUCKET${at} cannot be used: ${reason}.`, { cause: error });
    }
  }

  clearAbandoned(startedAt: Date): Promise<number> {
    return this.#incoming.clearAbandoned(startedAt);
  }

  async #keep({ path, sha256, sizeBytes }: StoredBlob & { path: string }): Promise<void> {
    try {
      // The same name is the same bytes: one copy is enough.
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
    await client.send(put).catch(asAway);
  }

  async #sizeOf(sha256: string): Promise<number | null> {
    const { s3, client } = await this.#load();
    const head = await client.send(new s3.HeadObjectCommand(this.#object(sha256))).catch(nothingThere);
    return head && (head.ContentLength ?? 0);
  }

  /** Only who has a bucket pays for the library, and only when it is first asked for. */
  #load(): Promise<{ s3: Sdk; client: S3Client }> {
    this.#loaded ??= import("@aws-sdk/client-s3").then((s3) => ({ s3, client: this.#connect(s3) }));
    return this.#loaded;
  }

  #connect(s3: Sdk): S3Client {
    const { endpoint, region, credentials } = this.#settings;
    return new s3.S3Client({
      region,
      maxAttempts: MAX_ATTEMPTS,
      // Stores other than Amazon's know buckets by path, and few know checksums that come after the bytes.
      ...(endpoint !== null && { endpoint, forcePathStyle: true }),
      ...(credentials !== null && { credentials }),
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
    });
  }

  #object(sha256: string): { Bucket: string; Key: string } {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error("not a sha256");
    return { Bucket: this.#settings.bucket, Key: `${this.#settings.prefix}${sha256}` };
  }
}

/** Null for what is not there; anything else is the store being away. */
function nothingThere(error: unknown): null {
  if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) return null;
  return asAway(error);
}

/** Why asking again would not help; null for a store that is away. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "CredentialsProviderError")
    return "there are no keys for it, neither S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY nor the machine's own";
  const status = "$metadata" in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined; // the SDK's
  if (status === 404) return "it does not exist there";
  if (status === 400 || status === 401 || status === 403)
    return "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not let in";
  return status === 301 ? "it is in another region than S3_REGION says" : null;
}

function asAway(error: unknown): never {
  throw refused("away", error);
}
