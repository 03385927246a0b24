import { existsSync } from "node:fs";
import { stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { makeFolder } from "./make-folder.ts";

async function makeRoot(): Promise<string> {
  const root = await makeTemporaryFolder();
  onTestFinished(() => root.remove());
  return root.path;
}

it("creates a folder with its parents, also if others create them at the same time", async () => {
  const path = join(await makeRoot(), "a/b/c");
  await Promise.all([makeFolder(path, 0o700), makeFolder(path, 0o700), makeFolder(join(path, "d"), 0o700)]);
  expect((await stat(join(path, "d"))).mode & 0o777).toBe(0o700);
  await makeFolder(path);
});

it("refuses a path below a file", async () => {
  const file = join(await makeRoot(), "file");
  await writeFile(file, "");
  await expect(makeFolder(file)).rejects.toMatchObject({ code: "EEXIST", path: file });
  await expect(makeFolder(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

it.skipIf(!existsSync("/proc/self"))("refuses a path below /proc at once", async () => {
  await expect(makeFolder("/proc/precount/a/b")).rejects.toMatchObject({ code: "ENOENT", path: "/proc/precount" });
});
