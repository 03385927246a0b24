import type * as Aws from "@aws-sdk/client-s3";
import type { S3Client } from "@aws-sdk/client-s3";
import type { S3Settings } from "../config/s3-settings.ts";

/** The AWS SDK's module, which has the commands, and a client. */
export type LoadedS3 = { s3: typeof Aws; client: S3Client };

/** Attempts per request, including retries of the SDK. */
const MAX_ATTEMPTS = 4;

/** Loads the AWS SDK, which only installations with a bucket need, and creates a client. */
export async function loadS3({ endpoint, region, credentials }: S3Settings): Promise<LoadedS3> {
  const s3 = await import("@aws-sdk/client-s3");
  const client = new s3.S3Client({
    region,
    maxAttempts: MAX_ATTEMPTS,
    // S3-compatible stores address buckets by path, and few of them support trailing checksums.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    ...(credentials !== null && { credentials }),
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  });
  return { s3, client };
}
