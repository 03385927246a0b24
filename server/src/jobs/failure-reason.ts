import { ProcessError } from "@precount/forked-process";
import { asTransientError, isDatabaseUnavailable } from "../errors/transient-error.ts";
import { VisionServiceError } from "../operations/experiment/vision-service-error.ts";
import { BlobMissingError, StorageError } from "../errors/storage-error.ts";

/**
 * The reason of a failed attempt as a metrics label: one of few values, never text from users. `other` means a defect of
 * Precount.
 */
export function failureReason(error: unknown): string {
  if (error instanceof ProcessError) return error.kind;
  if (error instanceof BlobMissingError) return "file-missing";
  if (error instanceof VisionServiceError) return "vision-service";
  if (error instanceof StorageError) return `storage-${error.kind}`;
  if (isDatabaseUnavailable(error)) return "database-away";
  // The only transient errors left are full disks of the process or of the database.
  return asTransientError(error) === null ? "other" : "storage-full";
}
