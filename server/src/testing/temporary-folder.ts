import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

export async function makeTemporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), "precount-test-"));
  // Children of a killed PostgreSQL may still write a file while the folder is being deleted.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
