import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sealedReportSchema } from "@precount/domain";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCaptured } from "../testing.ts";

/** Exports of one report; see server/src/testing/re-saved/README.md. */
const FILES = join(import.meta.dirname, "../../../server/src/testing/re-saved");
let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-verify-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCaptured({ DATA_DIR: folder }, "verify", ...args);

test("verifies exports with the public key, without a database, and lists the values that differ", async () => {
  const [json, key] = [join(FILES, "export.json"), join(FILES, "keys.pem")];
  const changed = join(folder, "changed.csv");
  await writeFile(changed, (await readFile(join(FILES, "saved.csv"), "utf8")).replace("123456", "123457"));
  const genuine = await run("--key", key, json, join(FILES, "saved.csv"));
  expect(genuine).toMatchObject({ status: 0, err: "" });
  expect(genuine.out).toMatch(/export\.json: Unchanged since \d{4}-.+ UTC, version 1, signed by installation/);
  expect(genuine.out).toMatch(/saved\.csv: Values unchanged, file re-saved: .*version 1/);
  const different = await run("--key", key, json, changed);
  expect(different).toMatchObject({ status: 1, out: expect.stringContaining("SKU 123456 was changed to 123457") });
  expect((await run(json)).out).toContain("The key was not checked");
});

test("compares a CSV file with the seal beside it or the one that is given, and says what to do without one", async () => {
  const [csv, key] = [join(folder, "report.csv"), join(FILES, "keys.pem")];
  await copyFile(join(FILES, "saved.csv"), csv);
  const without = await run("--key", key, csv);
  expect(without).toMatchObject({ status: 1, out: expect.stringContaining("A CSV file has no place for a seal.") });
  expect(without.out).toContain("put it beside this file or name it with --seal FILE");
  const given = await run("--key", key, "--seal", join(FILES, "export.json"), csv);
  expect(given).toMatchObject({ status: 0, out: expect.stringMatching(/report\.csv: Values unchanged/) });
  const { closeCode, seal } = sealedReportSchema.parse(JSON.parse(await readFile(join(FILES, "export.json"), "utf8")));
  const beside = join(folder, "report.seal.json");
  await writeFile(beside, JSON.stringify({ format: "precount-seal-file/1", closeCode, seal }));
  const found = await run("--key", key, csv);
  expect(found).toMatchObject({ status: 0, out: expect.stringMatching(/report\.csv: Values unchanged/) });
  expect(found.out).toMatch(/report\.seal\.json: Values unchanged/);
  await writeFile(csv, (await readFile(csv, "utf8")).replace("123456", "123457"));
  expect(await run("--key", key, csv)).toMatchObject({ status: 1, out: expect.stringContaining("the rows differ") });
});

test("reports missing arguments, files, keys and databases", async () => {
  expect((await run()).status).toBe(2);
  expect(await run(join(folder, "missing.csv"))).toMatchObject({
    status: 1,
    err: `${join(folder, "missing.csv")} cannot be read: it does not exist.\n`,
  });
  const noKey = join(folder, "empty.pem");
  await writeFile(noKey, "");
  expect(await run("--key", noKey, join(FILES, "export.json"))).toMatchObject({
    status: 1,
    err: expect.stringContaining("no public key"),
  });
  expect(await run("--event", "spring")).toMatchObject({
    status: 1,
    err: expect.stringContaining("There is no database"),
  });
});
