import { countedStorageError } from "./blob-store.ts";

/** Null if the object or bucket does not exist; throws StorageError for any other error. */
export function nullIfMissing(error: unknown): null {
  if (error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound")) return null;
  return throwUnreachable(error);
}

/** The reason why a retry would not help; null if the store is only unreachable. */
export function permanentFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === "CredentialsProviderError")
    return "there are no credentials, neither S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY nor the machine's own";
  const status = "$metadata" in error ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode : undefined; // the SDK adds $metadata to its errors
  if (status === 404) return "it does not exist";
  if (status === 400 || status === 401 || status === 403)
    return "S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not accepted";
  return status === 301 ? "it is in another region than S3_REGION" : null;
}

export function throwUnreachable(error: unknown): never {
  throw countedStorageError("away", error);
}
