import { open } from "node:fs/promises";
import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Config } from "../config/config.ts";
import { AppError } from "../errors/app-error.ts";

/** Throws AppError if the file at the path is infected, or cannot be scanned. */
export type ScanFile = (path: string) => Promise<void>;

/** Much smaller than StreamMaxLength, clamd's limit for a whole file. */
const CHUNK_BYTES = 64 * 1024;
/** clamd needs about a second for 25 MB. */
const TIMEOUT_MS = 60_000;

/** Scans files with a ClamAV daemon, which gets their content (INSTREAM) and so needs no access to the disk. Null without the setting. */
export function createScanner({ clamd }: Pick<Config, "clamd">): ScanFile | null {
  if (clamd === null) return null;
  return async (path) => {
    const answer = await askClamd(clamd, path).catch((cause: unknown) => {
      throw notScanned(cause);
    });
    const virus = /^stream: (.+) FOUND$/.exec(answer)?.[1];
    if (virus !== undefined)
      throw new AppError("BAD_REQUEST", `The virus scanner found ${virus} in this file, so it was not stored.`);
    // The error can be a file over StreamMaxLength, or a database that clamd cannot load.
    if (answer !== "stream: OK") throw notScanned(new Error(`clamd answered: ${answer.slice(0, 200)}`));
  };
}

const notScanned = (cause: unknown): AppError =>
  new AppError(
    "SERVICE_UNAVAILABLE",
    "The virus scanner did not check this file, so it was not stored. Please send it again later.",
    {
      cause,
    },
  );

/** The answer to one file. In INSTREAM each chunk follows its length in 4 bytes; a length of 0 ends the file. */
async function askClamd(address: NonNullable<Config["clamd"]>, path: string): Promise<string> {
  const file = await open(path);
  const socket = connect(address);
  socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error("clamd did not answer in time")));
  try {
    await once(socket, "connect");
    const answer = text(socket);
    // A rejection before the file has been sent, such as of a file that is too long, is awaited below.
    answer.catch(() => undefined);
    socket.write("zINSTREAM\0");
    for await (const chunk of file.createReadStream({ highWaterMark: CHUNK_BYTES, autoClose: false })) {
      const length = Buffer.alloc(4);
      length.writeUInt32BE((chunk as Buffer).length); // no encoding is set on the stream
      socket.write(length);
      if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), once(socket, "close")]);
      if (!socket.writable) break;
    }
    if (socket.writable) socket.write(Buffer.alloc(4));
    return (await answer).replace(/\0$/, "");
  } finally {
    socket.destroy();
    await file.close();
  }
}
