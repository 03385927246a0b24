import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, migrate, startEmbeddedPostgres } from "@precount/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCaptured } from "../testing.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "precount-audit-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const run = (...args: string[]) => runCaptured({ DATA_DIR: dataDir }, "audit", ...args);

test("rejects wrong arguments, and reports that there is no database", async () => {
  expect(await run("verify")).toMatchObject({ status: 1, err: expect.stringContaining("There is no database in") });
  expect((await run("prove")).status).toBe(2);
  expect(await run("verify", "--noted", "12")).toMatchObject({
    status: 2,
    err: expect.stringContaining("POSITION:HASH"),
  });
  expect(await run("verify", "--help")).toMatchObject({
    status: 0,
    out: expect.stringContaining("precount audit verify"),
  });
});

test("verifies with and without a running server, and exits with 1 at the first broken entry", async () => {
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  await migrate(database.url);
  const connection = connect(database.url);
  const { pool } = connection;
  await pool.query("insert into audit_entries (kind, action) values ('event', 'x'), ('event', 'y')");
  expect(await run("verify")).toEqual({
    status: 0,
    err: "",
    out: expect.stringMatching(/^The audit log is complete: 0 entries\.\nNot sealed yet: 2, the oldest from 20/),
  });
  // Sealed with hashes that match no entry.
  await pool.query("update audit_entries set position = id, previous_hash = sha256(''), hash = sha256('')");
  await connection.close();
  await database.stop();
  const broken = await run("verify");
  expect(broken.out).toBe("The audit log is broken at position 1 (entry 1): it does not follow the entry before it.\n");
  expect(broken.status).toBe(1);
});
