import type { FastifyBaseLogger } from "fastify";
import { withTimeout } from "../lib/with-timeout.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { BlobStore } from "./blob-store.ts";

/** A store that does not answer within this time may still be starting; /api/ready reports it once it answers. */
const CHECK_TIMEOUT_MS = 5000;

/** Throws OperatorError for a store that can never work, such as a bucket that does not exist. */
export async function requireUsableStore(blobs: Pick<BlobStore, "check">, log: FastifyBaseLogger): Promise<void> {
  try {
    await withTimeout(CHECK_TIMEOUT_MS, blobs.check());
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    log.warn({ err: error }, "the blob store cannot be reached yet");
  }
}
