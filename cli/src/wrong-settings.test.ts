import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { runCaptured } from "./testing.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-settings-"));
  await writeFile(join(folder, "file"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const run = (environment: Record<string, string>, ...args: string[]) =>
  runCaptured(
    { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent", HOST: "127.0.0.1", PORT: "0", ...environment },
    ...args,
  );

const inFolder = (text: string): string =>
  text.replace("FILE", join(folder, "file")).replace("BACKUP", join(folder, "b"));

const NOWHERE = "postgresql://precount@127.0.0.1:1/precount";
const A_FILE = "is a file, or lies below one: name a folder\n";

it.each<[string, Record<string, string>, string[], string]>([
  ["serve", { PORT: "80000" }, [], "PORT: must be a whole number from 0 to 65535\n"],
  ["serve", { DATA_DIR: "FILE" }, ["--no-worker"], A_FILE],
  ["serve", { DATA_DIR: "FILE/below" }, ["--no-worker"], A_FILE],
  ["worker", { DATABASE_URL: "mysql://x" }, [], "DATABASE_URL: must look like postgresql://"],
  ["worker", {}, [], "A worker needs DATABASE_URL: the database of its server.\n"],
  ["worker", { DATABASE_URL: NOWHERE, DATA_DIR: "FILE" }, [], A_FILE],
  ["worker", { DATABASE_URL: NOWHERE, S3_BUCKET: "x" }, [], "S3_BUCKET: must be a bucket's name"],
  ["migrate", {}, [], "Set DATABASE_URL. The embedded database is migrated"],
  ["backup", { DATA_DIR: "FILE" }, ["BACKUP"], "There is no database in"],
  ["backup", { DATABASE_URL: NOWHERE }, ["BACKUP"], "The database cannot be reached. Check DATABASE_URL"],
  ["backup", { DATABASE_URL: NOWHERE }, ["FILE/below"], "FILE/below/snapshots/"],
  ["backup", { S3_ENDPOINT: "s3.example" }, ["BACKUP"], "These settings cannot be used"],
  ["doctor", { DATABASE_URL: NOWHERE }, [], "The database cannot be reached. Check DATABASE_URL"],
  ["doctor", { TRUST_PROXY: "proxy" }, [], "TRUST_PROXY: use true, false or 1 to 9\n"],
])("%s refuses a wrong setting with one message and starts nothing", async (command, environment, args, message) => {
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, inFolder(value)]));
  const { status, out, err } = await run(given, command, ...args.map(inFolder));
  expect(err).toContain(inFolder(message));
  expect(
    err
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("  ")),
  ).toHaveLength(1);
  expect({ status, out }).toEqual({ status: 1, out: "" });
});

it.skipIf(process.getuid?.() === 0)("reports a folder that this user cannot write", async () => {
  const locked = join(folder, "locked");
  await mkdir(locked, { mode: 0o500 });
  const { err } = await run({ DATA_DIR: join(locked, "data") }, "serve", "--no-worker");
  expect(err).toContain("cannot be written by this user (EACCES): name a folder\n");
});

it.skipIf(!existsSync("/proc/self")).each([
  ["serve", { DATA_DIR: "/proc/precount/data" }, ["--no-worker"], "DATA_DIR: /proc/precount/data cannot be created"],
  ["export-models", {}, ["/proc/precount"], "The models cannot be written to /proc/precount: ENOENT"],
])("%s says at once that no folder can be created below /proc", async (command, environment, args, message) => {
  const { status, err } = await run(environment, command, ...args);
  expect(err).toContain(message);
  expect(status).toBe(1);
});

it("reports a port in use, a missing bucket and refused keys in one line each", async () => {
  // A store that answers 404 to every request, then 403.
  let status = 404;
  const store = createServer((_request, response) => void response.writeHead(status).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void store.close());
  await once(store, "listening");
  const { port } = store.address() as AddressInfo; // it listens on a port
  const endpoint = `http://127.0.0.1:${port}`;
  const s3 = { S3_BUCKET: "photos", S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: "abcd", S3_SECRET_ACCESS_KEY: "abcdefgh" };
  const bucket = await run(s3, "serve", "--no-worker");
  expect(bucket.err).toBe(`The bucket photos of S3_BUCKET at ${endpoint} cannot be used: it does not exist.\n`);
  status = 403;
  const keys = await run(s3, "serve", "--no-worker");
  expect(keys.err).toContain("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not accepted.\n");
  const taken = await run({ PORT: String(port) }, "serve", "--no-worker");
  expect(taken.err).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another: precount serve --port ${port + 1}\n`,
  );
  const foreign = await run({ HOST: "203.0.113.9" }, "serve", "--no-worker");
  expect(foreign.err).toBe("HOST: this machine does not have the address 203.0.113.9 (EADDRNOTAVAIL).\n");
  expect([bucket.status, keys.status, taken.status, foreign.status]).toEqual([1, 1, 1, 1]);
});
