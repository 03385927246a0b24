import type { Config } from "../config/config.ts";
import type { BlobStore } from "./blob-store.ts";
import { createScanner } from "./scan-file.ts";
import { FileBlobStore } from "./file-blob-store.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

type Settings = Pick<Config, "dataDir" | "s3"> & Partial<Pick<Config, "clamd">>;

/** The store of an installation's photos and documents: its data directory or an S3 bucket. With clamd it scans what it receives. */
export function openBlobStore({ dataDir, s3, clamd = null }: Settings): BlobStore {
  const scan = createScanner({ clamd });
  return s3 === null ? new FileBlobStore(dataDir, { scan }) : new S3BlobStore(dataDir, s3, { scan });
}
