import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, migrate, startEmbeddedPostgres } from "@precount/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localOrigin } from "./user.ts";
import { runCaptured } from "../testing.ts";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "precount-keys-"));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

test("rotates the keys, removes a user's second factors and prints a password link, with and without a server", async () => {
  const run = (...args: string[]) => runCaptured({ DATA_DIR: dataDir }, ...args);
  expect(await run("keys", "rotate")).toMatchObject({
    status: 1,
    err: expect.stringContaining("There is no database"),
  });
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  await migrate(database.url);
  expect(await run("keys", "rotate")).toMatchObject({
    status: 0,
    out: "password-links: version 1\nwork-account-nonces: version 1\nfactors: version 1\ndestinations: version 1\nreport-seals: version 1\nSecrets encrypted again: 0\n",
  });
  const connection = connect(database.url);
  await connection.pool.query(
    "insert into users (sid, email, name, role) values (rpad('a', 24, 'a'), 'ada@precount.test', 'Ada', 'admin')",
  );
  await connection.close();
  await database.stop();
  expect(await run("keys", "rotate")).toMatchObject({ out: expect.stringContaining("version 2, kept for reading: 1") });
  expect(await run("user", "reset-factors", "Ada@precount.test")).toEqual({
    status: 0,
    err: "",
    out: "Removed 0 second factors of Ada@precount.test.\n",
  });
  const link = await run("user", "password-link", "Ada@precount.test");
  expect(link).toMatchObject({
    status: 0,
    err: "The link works once, within 24 hours.\nIt assumes that the server runs at http://localhost:3000. If it does not, set PUBLIC_URL or change the link.\n",
  });
  expect(link.out).toMatch(/^http:\/\/localhost:3000\/password\/reset\?token=[\w-]+\.[\w-]+\.[\w-]+\n$/);
  const named = { DATA_DIR: dataDir, PUBLIC_URL: "https://count.example" };
  expect(await runCaptured(named, "user", "password-link", "ada@precount.test")).toEqual({
    status: 0,
    out: expect.stringMatching(/^https:\/\/count\.example\/password\/reset\?/),
    err: "The link works once, within 24 hours.\n",
  });
  expect(await run("user", "password-link", "eve@precount.test")).toMatchObject({ status: 1, out: "" });
  expect(await run("user", "reset-factors", "eve@precount.test")).toMatchObject({
    status: 1,
    err: expect.stringContaining("There is no user with the e-mail eve@precount.test."),
  });
});

test("a password link without PUBLIC_URL leads to this machine, with https if the server has a certificate", () => {
  expect(localOrigin({ tls: null, port: 4403 })).toBe("http://localhost:4403");
  expect(localOrigin({ tls: {}, port: 8443 })).toBe("https://localhost:8443");
});
