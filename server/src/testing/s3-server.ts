import S3rver from "@20minutes/s3rver";
import type { S3Settings } from "../config/s3-settings.ts";
import { makeTemporaryFolder } from "./temporary-folder.ts";

/**
 * A local S3 server with a bucket. It answers over real HTTP and keeps real files. Signatures are not checked, because s3rver 5.0.0
 * refuses those of the current SDK.
 */
export async function startS3(): Promise<{ settings: S3Settings; stop(): Promise<void> }> {
  const folder = await makeTemporaryFolder();
  const server = new S3rver({
    address: "127.0.0.1",
    port: 0,
    silent: true,
    directory: folder.path,
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: "precount", configs: [] }],
  });
  const { port } = await server.run();
  return {
    settings: {
      bucket: "precount",
      prefix: "blobs/",
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      credentials: { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" },
    },
    stop: async () => {
      await server.close();
      await folder.remove();
    },
  };
}
