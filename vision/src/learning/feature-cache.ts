import { type FileHandle, open, readFile, rename, writeFile } from "node:fs/promises";

const KEY_BYTES = 32;

/**
 * A file of arrays by sha256, so that an interrupted run does not compute them again. A record is its key and its floats,
 * little-endian; the file begins with the sha256 of what all of them depend on.
 */
export class FeatureCache {
  readonly #records: Map<string, Float32Array>;
  readonly #file: FileHandle;

  private constructor(records: Map<string, Float32Array>, file: FileHandle) {
    this.#records = records;
    this.#file = file;
  }

  /**
   * Opens a file or begins a new one. Keeps only records of `wanted`, because examples may have been deleted.
   * @param digest sha256 in hex; a file with another one is replaced
   * @param length floats of a record
   */
  static async open(path: string, digest: string, length: number, wanted: ReadonlySet<string>): Promise<FeatureCache> {
    const content = await readFile(path).catch(() => Buffer.alloc(0));
    const records = parse(content, digest, length, wanted);
    const size = KEY_BYTES + records.size * (KEY_BYTES + 4 * length);
    if (size !== content.length) {
      // Also drops a record that an interrupted run wrote in part.
      const parts = [...records].flatMap(([key, floats]) => [Buffer.from(key, "hex"), bytesOf(floats)]);
      await writeFile(`${path}.part`, [Buffer.from(digest, "hex"), ...parts]);
      await rename(`${path}.part`, path);
    }
    return new FeatureCache(records, await open(path, "a"));
  }

  get(key: string): Float32Array | undefined {
    return this.#records.get(key);
  }

  async add(key: string, floats: Float32Array): Promise<void> {
    this.#records.set(key, floats);
    await this.#file.write(Buffer.concat([Buffer.from(key, "hex"), bytesOf(floats)]));
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function parse(
  content: Buffer,
  digest: string,
  length: number,
  wanted: ReadonlySet<string>,
): Map<string, Float32Array> {
  const records = new Map<string, Float32Array>();
  if (content.subarray(0, KEY_BYTES).toString("hex") !== digest) return records;
  const size = KEY_BYTES + 4 * length;
  for (let at = KEY_BYTES; at + size <= content.length; at += size) {
    const key = content.subarray(at, at + KEY_BYTES).toString("hex");
    if (!wanted.has(key)) continue;
    // A copy, because floats must begin at a multiple of four bytes.
    const bytes = Uint8Array.from(content.subarray(at + KEY_BYTES, at + size));
    records.set(key, new Float32Array(bytes.buffer));
  }
  return records;
}
