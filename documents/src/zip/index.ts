import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { callbackify } from "node:util";
import { RandomAccessReader, type ZipFile, fromRandomAccessReaderPromise, openPromise } from "yauzl";

/** The end record: its signature, its size without a comment, and the size of the longest comment. */
const END_SIGNATURE = Buffer.from("PK\u0005\u0006", "latin1");
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 0xffff;
/** The last field of the end record, the length of the comment. It is zero without a comment, so that it can be added if it is missing. */
const COMMENT_LENGTH_BYTES = 2;
const CHUNK_BYTES = 64 * 1024;

/**
 * Opens the ZIP of an Office file. Unlike yauzl alone, it ignores bytes after the end, which mail programs and servers add, and opens a
 * file whose last byte is missing. Backslashes between folders count as slashes. Names outside of the ZIP are errors. The caller closes
 * it.
 */
export async function openZip(path: string): Promise<ZipFile> {
  const options = { autoClose: false, strictFileNames: false };
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const end = await findEnd(file, size);
    if (end !== null && end !== size)
      return await fromRandomAccessReaderPromise(new FileReader(file, size, end), end, options);
  } catch (error) {
    await file.close();
    throw error;
  }
  await file.close();
  return openPromise(path, options);
}

/** Where the ZIP ends, before or slightly after the end of the file; null without an end record. */
async function findEnd(file: FileHandle, size: number): Promise<number | null> {
  const from = Math.max(0, size - END_BYTES - MAX_COMMENT_BYTES);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from);
  const tail = buffer.subarray(0, bytesRead);
  const at = tail.lastIndexOf(END_SIGNATURE);
  if (at < 0 || tail.length - at < END_BYTES - COMMENT_LENGTH_BYTES) return null;
  const isCut = tail.length - at < END_BYTES;
  return from + at + END_BYTES + (isCut ? 0 : tail.readUInt16LE(at + END_BYTES - COMMENT_LENGTH_BYTES));
}

/** Reads a file as if it ended elsewhere. Up to two missing bytes are zero. */
class FileReader extends RandomAccessReader {
  readonly #file: FileHandle;
  readonly #size: number;
  readonly #end: number;

  constructor(file: FileHandle, size: number, end: number) {
    super();
    this.#file = file;
    this.#size = size;
    this.#end = end;
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#read(start, Math.min(end, this.#end)), { objectMode: false });
  }

  override close(callback: (error: Error | null) => void): void {
    callbackify(() => this.#file.close())(callback);
  }

  async *#read(start: number, end: number): AsyncGenerator<Buffer> {
    const fileEnd = Math.min(end, this.#size);
    let at = start;
    while (at < fileEnd) {
      const length = Math.min(CHUNK_BYTES, fileEnd - at);
      const { buffer, bytesRead } = await this.#file.read(Buffer.alloc(length), 0, length, at);
      if (bytesRead === 0) return;
      at += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
    if (at < end) yield Buffer.alloc(end - at);
  }
}
