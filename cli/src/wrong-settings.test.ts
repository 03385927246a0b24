import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { backupCommand } from "./backup.ts";
import { doctorCommand } from "./doctor.ts";
import { migrateCommand } from "./migrate.ts";
import { serveCommand } from "./serve.ts";
import { workerCommand } from "./worker.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "precount-settings-"));
  await writeFile(join(folder, "file"), "");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Command = (
  argv: string[],
  io: { stdout(text: string): void; stderr(text: string): void },
  env: NodeJS.ProcessEnv,
) => Promise<number>;

async function run(command: Command, environment: Record<string, string>, ...argv: string[]) {
  let [out, err] = ["", ""];
  const io = { stdout: (text: string) => void (out += text), stderr: (text: string) => void (err += text) };
  const given = { DATA_DIR: join(folder, "data"), LOG_LEVEL: "silent", HOST: "127.0.0.1", PORT: "0", ...environment };
  const status = await command(argv, io, given);
  return { status, out, err };
}

const inFolder = (text: string): string =>
  text.replace("FILE", join(folder, "file")).replace("BACKUP", join(folder, "b"));

const NOWHERE = "postgresql://precount@127.0.0.1:1/precount";
const A_FILE = "is a file, or lies below one: name a folder\n";

it.each<[string, Command, Record<string, string>, string[], string]>([
  ["serve", serveCommand, { PORT: "80000" }, [], "PORT: must be a whole number from 0 to 65535\n"],
  ["serve", serveCommand, { DATA_DIR: "FILE" }, ["--no-worker"], A_FILE],
  ["serve", serveCommand, { DATA_DIR: "FILE/below" }, ["--no-worker"], A_FILE],
  ["worker", workerCommand, { DATABASE_URL: "mysql://x" }, [], "DATABASE_URL: must look like postgresql://"],
  ["worker", workerCommand, {}, [], "A worker needs DATABASE_URL: the database of its server.\n"],
  ["worker", workerCommand, { DATABASE_URL: NOWHERE, DATA_DIR: "FILE" }, [], A_FILE],
  ["worker", workerCommand, { DATABASE_URL: NOWHERE, S3_BUCKET: "x" }, [], "S3_BUCKET: must be a bucket's name"],
  ["migrate", migrateCommand, {}, [], "There is nothing to do without DATABASE_URL"],
  ["backup", backupCommand, { DATA_DIR: "FILE" }, ["BACKUP"], "There is no database in"],
  [
    "backup",
    backupCommand,
    { DATABASE_URL: NOWHERE },
    ["BACKUP"],
    "The database cannot be reached. Check DATABASE_URL",
  ],
  ["backup", backupCommand, { DATABASE_URL: NOWHERE }, ["FILE/below"], "FILE/below/snapshots/"],
  ["backup", backupCommand, { S3_ENDPOINT: "s3.example" }, ["BACKUP"], "These settings cannot be used"],
  ["doctor", doctorCommand, { DATABASE_URL: NOWHERE }, [], "The database cannot be reached. Check DATABASE_URL"],
  ["doctor", doctorCommand, { TRUST_PROXY: "proxy" }, [], "TRUST_PROXY: use true, false or 1 to 9\n"],
])("%s is stopped by what is wrong, in words and with nothing begun", async (_, command, environment, argv, said) => {
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, inFolder(value)]));
  const { status, out, err } = await run(command, given, ...argv.map(inFolder));
  expect(err).toContain(inFolder(said));
  expect(
    err
      .trim()
      .split("\n")
      .filter((line) => !line.startsWith("  ")),
  ).toHaveLength(1);
  expect({ status, out }).toEqual({ status: 1, out: "" });
});

it.skipIf(process.getuid?.() === 0)("a folder that this user cannot write into is told", async () => {
  const locked = join(folder, "locked");
  await mkdir(locked, { mode: 0o500 });
  const { err } = await run(serveCommand, { DATA_DIR: join(locked, "data") }, "--no-worker");
  expect(err).toContain("cannot be written by this user (EACCES): name a folder\n");
});

it("a port that is taken, a bucket that there is none of, and keys that are not let in, are told in a line", async () => {
  // Answers as a store of another sort does: whatever is asked, it is not there; then, it is not allowed.
  let status = 404;
  const store = createServer((_request, response) => void response.writeHead(status).end()).listen(0, "127.0.0.1");
  onTestFinished(() => void store.close());
  await once(store, "listening");
  const { port } = store.address() as AddressInfo; // it listens on a port
  const endpoint = `http://127.0.0.1:${port}`;
  const s3 = { S3_BUCKET: "photos", S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: "abcd", S3_SECRET_ACCESS_KEY: "abcdefgh" };
  const bucket = await run(serveCommand, s3, "--no-worker");
  expect(bucket.err).toBe(`The bucket photos of S3_BUCKET at ${endpoint} cannot be used: it does not exist there.\n`);
  status = 403;
  const keys = await run(serveCommand, s3, "--no-worker");
  expect(keys.err).toContain("S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are not let in.\n");
  const taken = await run(serveCommand, { PORT: String(port) }, "--no-worker");
  expect(taken.err).toBe(
    `Port ${port} is taken by another program. Stop it, or choose another: precount serve --port ${port + 1}\n`,
  );
  const foreign = await run(serveCommand, { HOST: "203.0.113.9" }, "--no-worker");
  expect(foreign.err).toBe("HOST: 203.0.113.9 is no address of this machine (EADDRNOTAVAIL).\n");
  expect([bucket.status, keys.status, taken.status, foreign.status]).toEqual([1, 1, 1, 1]);
});
