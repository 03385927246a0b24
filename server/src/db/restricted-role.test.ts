import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServices } from "../processes/services.ts";
import { prepareDatabase } from "../processes/prepare-database.ts";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../telemetry/logger.ts";
import { newSid } from "../lib/ids.ts";
import { makeTemporaryFolder } from "../testing/temporary-folder.ts";
import { type TestDatabase, createEmptyDatabase } from "../testing/test-database.ts";
import { type Connection, connect } from "./connect.ts";
import { insertAuditEntries } from "./audit/entries.ts";
import { sealEntries, verifyChain } from "../audit/chain.ts";
import { migrate } from "./migrate.ts";

/* The whole server with this role: e2e tests, because the embedded database of `serve` uses such a role. */

const role = `server_${newSid().toLowerCase()}`;
let owner: TestDatabase;
let restricted: Connection;
const urlOf = (url: string): string => url.replace("//precount@", `//${role}@`);
beforeAll(async () => {
  owner = await createEmptyDatabase();
});
afterAll(async () => {
  await restricted.close();
  await owner.pool.query(`drop owned by ${role}`);
  await owner.pool.query(`drop role ${role}`);
  await owner.close();
});

describe("a server's database role", () => {
  it("is created by the operator, gets its rights from the owner, and cannot migrate by itself", async () => {
    await expect(prepareDatabase(owner.url, role)).rejects.toThrow(`There is no database role ${role}.`);
    await expect(prepareDatabase(owner.url, "x; drop table users")).rejects.toThrow(
      "is not the name of a database role",
    );
    await owner.pool.query(`create role ${role} login`);
    restricted = connect(urlOf(owner.url));
    await prepareDatabase(owner.url, role);
    await migrate(restricted.url);
    const { rows } = await owner.pool.query(
      "delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations) returning *",
    );
    await expect(migrate(restricted.url)).rejects.toThrow("may not change tables. Run 'precount migrate --grant-to");
    const { hash, created_at } = rows[0];
    await owner.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      created_at,
    ]);
  });

  it("is enough for a server", async () => {
    const folder = await makeTemporaryFolder();
    const config = readConfig({ DATA_DIR: folder.path, LOG_LEVEL: "silent" });
    const services = createServices({ config, connection: restricted, log: createLogger(config) });
    await services.start();
    expect(await services.readiness.whyNotReady()).toBeNull();
    await services.close();
    await folder.remove();
  });

  it("writes and seals the audit log, and cannot change or delete its entries", async () => {
    await insertAuditEntries(restricted.db, [{ kind: "account", action: "user.block" }]);
    expect(await sealEntries(restricted.db)).toBeGreaterThan(0);
    expect(await verifyChain(restricted.db)).toMatchObject({ ok: true });
  });

  it("no other role can read its secrets", async () => {
    await owner.pool.query(`create role ${role}_other login`);
    const other = connect(owner.url.replace("//precount@", `//${role}_other@`));
    try {
      for (const table of ["server_secrets", "users", "sessions"])
        await expect(other.pool.query(`select * from ${table}`)).rejects.toMatchObject({ code: "42501" });
      await expect(restricted.pool.query("select * from server_secrets")).resolves.toMatchObject({ command: "SELECT" });
    } finally {
      await other.close();
      await owner.pool.query(`drop role ${role}_other`);
    }
  });

  it.each([
    "update audit_entries set action = 'nothing'",
    "delete from audit_entries",
    "truncate audit_entries",
    "alter table audit_entries disable trigger all",
    "set session_replication_role = replica",
    "drop table report_rows",
    "create table mine ()",
    "alter table users add column x text",
    "delete from drizzle.__drizzle_migrations",
    "copy users to program 'cat'",
    "select pg_read_file('/etc/passwd')",
    "create role other",
  ])("may not: %s", async (statement) => {
    await expect(restricted.pool.query(statement)).rejects.toMatchObject({ code: "42501" });
  });
});
