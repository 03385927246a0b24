import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, migrate, startEmbeddedPostgres } from "@precount/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCaptured } from "../testing.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "precount-export-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (...args: string[]) => runCaptured({ DATA_DIR: dataDir }, "export", "--format", "coco", ...args);

const refused = (err: RegExp) => ({ status: 1, out: "", err: expect.stringMatching(err) });

test("writes a dataset as a folder and as a ZIP without a server", async () => {
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  await migrate(database.url);
  const connection = connect(database.url, { max: 1 });
  await connection.pool.query("insert into projects (sid, slug, name) values ($1, 'spring-count', 'Spring')", [
    "p".repeat(24),
  ]);
  await connection.close();

  const [out, zip] = [join(dataDir, "dataset"), join(dataDir, "dataset.zip")];
  const written = { status: 0, out: expect.stringMatching(/^Wrote 0 images with their boxes to /), err: "" };
  expect(await run("--event", "spring-count", out)).toEqual(written);
  expect((await readdir(out)).toSorted()).toEqual(["annotations", "images.csv"]);
  const coco: unknown = JSON.parse(await readFile(join(out, "annotations/instances_train.json"), "utf8"));
  expect(coco).toMatchObject({ info: { description: "Spring" }, images: [], annotations: [] });
  expect(await run("--event", "spring-count", zip)).toEqual(written);
  expect((await readFile(zip)).subarray(0, 2).toString()).toBe("PK");

  expect(await run("--event", "spring-count", out)).toEqual(refused(/^The folder .* is not empty\.\n$/));
  expect(await run("--event", "spring-count", zip)).toEqual(refused(/exists already\.\n$/));
  expect(await run("--event", "nowhere", join(dataDir, "x"))).toEqual(refused(/^There is no event nowhere\.\n$/));
  expect(await run("--event", "spring-count", "--links", join(dataDir, "x"))).toEqual(refused(/PUBLIC_URL/));
  expect((await run(join(dataDir, "x"))).status).toBe(2);
  await database.stop();
});
