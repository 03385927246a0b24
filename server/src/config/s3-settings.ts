/** The settings of an S3 bucket for photos and documents. */
export interface S3Settings {
  bucket: string;
  /** Key prefix, because installations may share a bucket. Empty, or ends with a slash. */
  prefix: string;
  /** URL of an S3-compatible store; null for Amazon S3. */
  endpoint: string | null;
  region: string;
  /** Null: the AWS SDK's default credential chain (environment, shared files, instance role). */
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}
