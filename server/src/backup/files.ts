import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { OperatorError } from "../errors/operator-error.ts";
import { sha256Of } from "../lib/sha256-of.ts";

/** Rows compress to a tenth of their size at every level; higher levels only take longer. */
const GZIP_LEVEL = 3;

/** Writes a gzip file, syncs it to disk and returns its sha256. Only the owner may read it, because rows contain secrets. */
export async function writeCompressed(path: string, source: Readable): Promise<string> {
  const file = await open(path, "wx", 0o600);
  try {
    const hash = createHash("sha256");
    await pipeline(source, createGzip({ level: GZIP_LEVEL }), async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
    });
    await file.sync();
    return hash.digest("hex");
  } finally {
    await file.close();
  }
}

/** Throws OperatorError if the file's bytes have another sha256. */
export async function checkSha256(path: string, sha256: string): Promise<void> {
  const found = await sha256Of(createReadStream(path).on("error", () => undefined));
  if (found !== sha256) throw new OperatorError(`${path} is damaged: its checksum does not match.`);
}

/** Streams the decompressed text of a file; check its sha256 before. */
export const readCompressed = (path: string): Readable => createReadStream(path).pipe(createGunzip());
