import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

const PARENT = new URL("./testing/compile-cache-parent.ts", import.meta.url).pathname;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-compiled-"));
});
afterEach(() => rm(folder, { recursive: true }));

type Stored = { folder: string | null; files: number };

async function run(env: Record<string, string>): Promise<Stored> {
  const { NODE_COMPILE_CACHE: _, ...others } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [PARENT], { env: { ...others, ...env } });
  return JSON.parse(stdout);
}

test("a child stores its compiled code in its parent's folder before it is killed", async () => {
  const stored = await run({ NODE_COMPILE_CACHE: folder });
  expect(dirname(stored.folder ?? "")).toBe(folder);
  expect(stored.files).toBeGreaterThan(0);
});

test("a child of a parent without such a folder stores none", async () => {
  expect(await run({})).toEqual({ folder: null, files: 0 });
});
