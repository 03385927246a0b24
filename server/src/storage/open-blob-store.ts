import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { FileBlobStore } from "./file-blob-store.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

/** The store of an installation's photos and documents: its data directory or an S3 bucket. */
export const openBlobStore = ({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): BlobStore =>
  s3 === null ? new FileBlobStore(dataDir) : new S3BlobStore(dataDir, s3);
