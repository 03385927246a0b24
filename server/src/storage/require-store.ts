import type { FastifyBaseLogger } from "fastify";
import { within } from "../lib/within.ts";
import { OperatorError } from "../errors/operator-error.ts";
import type { BlobStore } from "./blob-store.ts";

/** A store that has not answered by then may be starting, as everything does at once; /api/ready tells when it does. */
const PATIENCE_MS = 5000;

/** Throws OperatorError for a store that will never take anything, such as a bucket that does not exist. */
export async function requireStore(blobs: Pick<BlobStore, "check">, log: FastifyBaseLogger): Promise<void> {
  try {
    await within(PATIENCE_MS, blobs.check());
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    log.warn({ err: error }, "the store of photos cannot be reached yet");
  }
}
