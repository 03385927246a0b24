import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { OperatorError } from "../errors/operator-error.ts";

/** Rows compress to a tenth at any level; a higher one only takes longer. */
const GZIP_LEVEL = 3;

/** Writes a compressed file to the disk itself and returns its sha256. Nobody but the owner may read it: rows hold secrets. */
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

export async function checkSha256(path: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path).on("error", () => undefined)) hash.update(chunk as Buffer); // of a file without an encoding
  if (hash.digest("hex") !== sha256) throw new OperatorError(`${path} is damaged: it is not what was written there.`);
}

/** The text of a compressed file, once it has been checked. */
export const readCompressed = (path: string): Readable => createReadStream(path).pipe(createGunzip());
