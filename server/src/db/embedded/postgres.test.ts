import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { stopStalePostmaster } from "./stale-postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./postgres.ts";

let prepared: Awaited<ReturnType<typeof makeTemporaryFolder>>;
beforeAll(async () => {
  prepared = await makeTemporaryFolder();
  await chmod(prepared.path, 0o755);
  await (await startEmbeddedPostgres({ dataDir: prepared.path })).stop();
});
afterAll(() => prepared.remove());

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  // Other users must be able to enter the folder, because PostgreSQL does not run as root.
  await chmod(folder.path, 0o755);
  ending.push(() => folder.remove());
  return folder.path;
}

/** A data directory with a new cluster, copied from one that exists: initdb takes seconds. */
async function makeFolderWithCluster(): Promise<string> {
  const folder = await makeFolder();
  await copyCluster(folder);
  return folder;
}

// fs.cp would not keep the owner, who is the database's user.
const copyCluster = (dataDir: string) => promisify(execFile)("cp", ["-a", join(prepared.path, "postgres"), dataDir]);

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  ending.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // The tests kill the server while this client is connected.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

// `connect` has two overloads; this is the one that returns a promise.
const realConnect = Reflect.get(Client.prototype, "connect") as (this: Client) => Promise<unknown>;

/** Kills the server and resolves when this process, its parent, has reaped it. */
async function killPostmaster(dataDir: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}

/** Retries until the query succeeds, because the time of a restart varies. */
async function queryWhenUp(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, sql);
    } catch {
      await delay(20);
    }
  }
}

const INSERT = "create table kept (n int); insert into kept values (42)";
const INSERTED = [{ n: 42 }];

describe("the embedded PostgreSQL", () => {
  it("keeps data over a restart, syncs to disk, and listens only on its socket", async () => {
    const dataDir = await makeFolderWithCluster();
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, INSERT);
    expect(await query(first.url, "show fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(first.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.url, "select n from kept")).toEqual(INSERTED);
  });

  it("restarts after being killed, with all committed data", async () => {
    const postgres = await start(await makeFolderWithCluster());
    await query(postgres.url, INSERT);
    const killed = postgres.pid();
    process.kill(killed ?? 0, "SIGKILL");
    expect(await queryWhenUp(postgres.url, "select n from kept")).toEqual(INSERTED);
    expect(postgres.pid()).not.toBe(killed);
  });

  it("restarts when it is killed again right after its first successful connection", async () => {
    const dataDir = await makeFolderWithCluster();
    const postgres = await start(dataDir);
    const connect = vi.spyOn(Client.prototype, "connect");
    onTestFinished(() => connect.mockRestore());
    let kills = 0;
    const connectAndKill = async function (this: Client): Promise<void> {
      await realConnect.call(this);
      if (kills++ === 0) await killPostmaster(dataDir);
    };
    // The mock's type is the overload with a callback; the supervisor calls the one that returns a promise.
    // oxlint-disable-next-line typescript/no-misused-promises
    connect.mockImplementation(connectAndKill);
    process.kill(postgres.pid() ?? 0, "SIGKILL");
    await expect.poll(() => kills).toBeGreaterThan(1);
    expect(await queryWhenUp(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("starts although it is killed during its first start and again right after its first connection", async () => {
    const dataDir = await makeFolder();
    const connect = vi.spyOn(Client.prototype, "connect");
    onTestFinished(() => connect.mockRestore());
    let [tries, answers] = [0, 0];
    const connectAndKill = async function (this: Client): Promise<void> {
      if (tries++ === 0) {
        await expect.poll(() => existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(true);
        await killPostmaster(dataDir);
      }
      await realConnect.call(this);
      if (answers++ === 0) await killPostmaster(dataDir);
    };
    // As above.
    // oxlint-disable-next-line typescript/no-misused-promises
    connect.mockImplementation(connectAndKill);
    const postgres = await start(dataDir);
    expect(answers).toBeGreaterThan(1);
    expect(await queryWhenUp(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("keeps a damaged cluster instead of replacing it with a new one", async () => {
    const dataDir = await makeFolderWithCluster();
    await rm(join(dataDir, "postgres/PG_VERSION"));
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `The database in ${join(dataDir, "postgres")} is damaged: PG_VERSION is missing. Restore a backup into an empty DATA_DIR.`,
    );
    expect(existsSync(join(dataDir, "postgres/base"))).toBe(true);
  });

  it("refuses a data directory that another Precount uses and names its process", async () => {
    const dataDir = await makeFolderWithCluster();
    await start(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Another Precount (process ${process.pid}) is using ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    );
  });

  it("stops an orphaned server cleanly before it starts", async () => {
    const dataDir = await makeFolderWithCluster();
    const postgres = await start(dataDir);
    await query(postgres.url, INSERT);
    const orphanPid = postgres.pid();
    await stopStalePostmaster(join(dataDir, "postgres"));
    expect(() => process.kill(orphanPid ?? 0, 0)).toThrow("ESRCH");
    // The supervisor in this process starts another server.
    expect(await queryWhenUp(postgres.url, "select n from kept")).toEqual(INSERTED);
  });

  it("starts despite a stale pid file whose process id now belongs to another program", async () => {
    const dataDir = await makeFolderWithCluster();
    await writeFile(join(dataDir, "postgres/postmaster.pid"), `${process.pid}\n${dataDir}/postgres\n`);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("works in a folder whose path is too long for a Unix socket", async () => {
    const dataDir = join(await makeFolder(), "d".repeat(60), "e".repeat(60));
    await mkdir(dataDir, { recursive: true });
    await copyCluster(dataDir);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("works for root in a folder that other users cannot enter", async () => {
    const privateFolder = await makeFolder();
    await chmod(privateFolder, 0o700);
    const postgres = await start(join(privateFolder, "data"));
    await query(postgres.url, INSERT);
    expect(await query(postgres.url, "select n from kept")).toEqual(INSERTED);
  });
});
