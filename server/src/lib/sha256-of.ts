import { createHash } from "node:crypto";

/** The sha256 of streamed bytes, in hex. */
export async function sha256Of(chunks: AsyncIterable<string | Uint8Array>): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest("hex");
}
