import { spawnSync } from "node:child_process";
import { chmod, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The preload library between Precount's processes and the system: see preload.c. */
export interface Preload {
  environment: Record<string, string>;
  setClock(aheadSeconds: number): Promise<void>;
  setSync(longerMs: number): Promise<void>;
  remove(): Promise<void>;
}

/** Compiles the library; null without a compiler or LD_PRELOAD. */
export async function makePreload(): Promise<Preload | null> {
  if (process.platform !== "linux") return null;
  const folder = await mkdtemp(join(tmpdir(), "precount-preload-"));
  // The database runs as another user.
  await chmod(folder, 0o755);
  const library = join(folder, "preload.so");
  const source = join(import.meta.dirname, "preload.c");
  const built = spawnSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source], { encoding: "utf8" });
  if (built.status !== 0) {
    await rm(folder, { recursive: true });
    return null;
  }
  const path = join(folder, "faults");
  const file = await open(path, "w", 0o644);
  const numbers = Buffer.alloc(16);
  const write = async (value: number, at: number): Promise<void> => {
    numbers.writeBigInt64LE(BigInt(value), at);
    await file.write(numbers, 0, numbers.length, 0);
  };
  await write(0, 0);
  return {
    environment: { LD_PRELOAD: library, PRECOUNT_FAULTS: path },
    setClock: (aheadSeconds) => write(aheadSeconds, 0),
    setSync: (longerMs) => write(longerMs, 8),
    remove: async () => {
      await file.close();
      await rm(folder, { recursive: true });
    },
  };
}
