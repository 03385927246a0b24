import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, startEmbeddedPostgres } from "@precount/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCaptured } from "../testing.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "precount-items-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (...args: string[]) => runCaptured({ DATA_DIR: dataDir }, "items", "import", ...args);

test("imports a list without a server, and reports rejected rows", async () => {
  const file = join(dataDir, "items.csv");
  expect((await run(file)).status).toBe(2);
  expect((await run(file, "--group", "x", "--column", "size=b")).status).toBe(2);
  expect(await run(file, "--group", "everyone")).toMatchObject({
    status: 1,
    err: expect.stringContaining("There is no file"),
  });
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  await migrate(database.url);
  await writeFile(file, "number;text\n012345;Tea\n12;Milk\n");

  const group = ["--group", "Everyone", "--column", "code=number", "--column", "description=text"];
  const refused = {
    status: 1,
    err: expect.stringMatching(
      /^Line 3: The code "12" does not have six digits\..*\n1 row is rejected\..*\nWith --skip-rejected the other rows are imported\.\n$/,
    ),
    out: "Nothing was imported. 1 item: 1 new, 0 changed, 0 removed, 0 repeated, 1 rejected.\n",
  };
  expect(await run(file, ...group, "--dry-run")).toEqual(refused);
  expect(await run(file, ...group)).toEqual(refused);
  expect(await run(file, ...group, "--skip-rejected", "--dry-run")).toMatchObject({
    status: 0,
    out: "Nothing was imported. 1 item: 1 new, 0 changed, 0 removed, 0 repeated, 1 rejected.\n",
  });
  const unusable = join(dataDir, "unusable.csv");
  await writeFile(unusable, "number;text\n012345;Tea\n012345;Milk\n");
  for (const options of [[], ["--dry-run"]]) {
    expect(await run(unusable, ...group, "--skip-rejected", ...options)).toMatchObject({
      status: 1,
      err: expect.stringMatching(/^Line 2: .*\nLine 3: .*\nThe file has no item that can be imported\.\n$/),
    });
  }
  expect(await run(file, ...group, "--skip-rejected")).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^Imported version 1 in \d+\.\d s\. 1 item: 1 new/),
  });
  expect(await run(file, ...group, "--pad-codes", "--dry-run")).toMatchObject({
    status: 0,
    out: "Nothing was imported. 2 items: 1 new, 0 changed, 0 removed, 0 repeated, 0 rejected.\n",
  });
  expect(await run(file, "--event", "")).toMatchObject({
    status: 2,
    err: expect.stringContaining("option '--event <slug>' argument '' is invalid. It must not be empty."),
  });
  expect(await run(file, "--event", "nowhere")).toMatchObject({ status: 1, err: "There is no event nowhere.\n" });
  expect(await run(file, "--group", "everyone", "--column", "code=SKU")).toMatchObject({
    status: 1,
    err: 'The file has no column "SKU" for Code.\n',
  });
  await database.stop();
});
