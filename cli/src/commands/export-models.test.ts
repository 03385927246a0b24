import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCaptured } from "../testing.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-export-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCaptured({}, "export-models", ...args);

test("writes each network once and keeps existing entries", async () => {
  const repository = join(folder, "repository");
  const first = await run(repository);
  expect(first).toMatchObject({ status: 0, err: "" });
  const names = ["detector", "reader", "field"].map((role) => `Written: precount-${role}-[0-9a-f]{12}\n`);
  expect(first.out).toMatch(new RegExp(`^${names.join("")}$`));
  expect(await readdir(repository)).toHaveLength(3);
  expect((await run(repository)).out).toBe(first.out.replaceAll("Written", "Already there"));
});

test("rejects wrong arguments and a folder that cannot be written", async () => {
  expect((await run()).status).toBe(2);
  expect(await run("--help")).toMatchObject({ status: 0, out: expect.stringContaining("KSERVE_URL") });
  const file = join(folder, "file");
  await writeFile(file, "");
  expect(await run(file)).toMatchObject({ status: 1, err: expect.stringContaining("cannot be written") });
});
