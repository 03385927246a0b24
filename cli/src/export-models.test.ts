import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exportModelsCommand } from "./export-models.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-export-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...argv: string[]) {
  let [out, err] = ["", ""];
  const io = { stdout: (text: string) => (out += text), stderr: (text: string) => (err += text) };
  return { status: await exportModelsCommand(argv, io), out, err };
}

test("writes each network once, beside what is there", async () => {
  const repository = join(folder, "repository");
  const first = await run(repository);
  expect(first).toMatchObject({ status: 0, err: "" });
  expect(first.out).toMatch(/^Written: precount-detector-[0-9a-f]{12}\nWritten: precount-reader-[0-9a-f]{12}\n$/);
  expect(await readdir(repository)).toHaveLength(2);
  expect((await run(repository)).out).toBe(first.out.replaceAll("Written", "There already"));
});

test("says what is wrong with the question, and with the folder", async () => {
  expect((await run()).status).toBe(2);
  expect(await run("--help")).toMatchObject({ status: 0, out: expect.stringContaining("KSERVE_URL") });
  const file = join(folder, "file");
  await writeFile(file, "");
  expect(await run(file)).toMatchObject({ status: 1, err: expect.stringContaining("cannot be written") });
});
