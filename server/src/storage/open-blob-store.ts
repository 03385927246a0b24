import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { FileBlobStore } from "./file-blob-store.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

/** Where an installation's photos and documents lie: in its data directory, or in a bucket. */
export const openBlobStore = ({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): BlobStore =>
  s3 === null ? new FileBlobStore(dataDir) : new S3BlobStore(dataDir, s3);
