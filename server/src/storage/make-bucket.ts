import { setTimeout as delay } from "node:timers/promises";
import type { Config } from "../config/config.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { S3BlobStore } from "./s3-blob-store.ts";

/** Docker Compose starts Precount and the store at the same time. */
const WAIT_MS = 30_000;
const POLL_MS = 1000;

/** Creates the bucket of S3_BUCKET if it does not exist; waits for a store that is starting. Throws OperatorError. */
export async function makeBucket({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">, waitMs = WAIT_MS): Promise<void> {
  if (s3 === null) throw new OperatorError("S3_BUCKET is not set: there is no bucket to create.");
  const store = new S3BlobStore(dataDir, s3);
  for (const deadline = performance.now() + waitMs; ;) {
    try {
      await store.makeBucket();
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (performance.now() >= deadline)
        throw new OperatorError(`The bucket ${s3.bucket} could not be created: ${reason}`, { cause: error });
      await delay(POLL_MS);
    }
  }
}
