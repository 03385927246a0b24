import type { FastifyBaseLogger } from "fastify";
import { codeOf } from "../lib/code-of.ts";
import { withTimeout } from "../lib/with-timeout.ts";
import { OperatorError } from "../errors/operator-error.ts";
import { operatorMessage } from "../errors/operator-message.ts";
import { StorageError } from "../errors/storage-error.ts";
import type { BlobStore } from "./blob-store.ts";

/** A store that does not answer within this time may still be starting; /api/ready reports it once it answers. */
const CHECK_TIMEOUT_MS = 5000;

const NOT_ALLOWED = /^(EACCES|EPERM)$/;

/** The message for a folder that this user cannot write, such as after a start as root. Null for other errors, which may pass. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof StorageError) || error.kind !== "unavailable") return null;
  const { cause } = error;
  const message = operatorMessage(cause);
  return message !== null && NOT_ALLOWED.test(String(codeOf(cause)))
    ? `${message} Run Precount as the owner of DATA_DIR, or change the owner of all files there to this user.`
    : message;
}

/** Throws OperatorError for a store that can never work, such as a bucket that does not exist. */
export async function requireUsableStore(blobs: Pick<BlobStore, "check">, log: FastifyBaseLogger): Promise<void> {
  try {
    await withTimeout(CHECK_TIMEOUT_MS, blobs.check());
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const refusal = refusalOf(error);
    if (refusal !== null) throw new OperatorError(refusal, { cause: error });
    log.warn({ err: error }, "the blob store cannot be reached yet");
  }
}
