import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { makeTemporaryFolder } from "../../testing/temporary-folder.ts";
import { stopStalePostmaster } from "./stale-postmaster.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./postgres.ts";

const ending: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ending.splice(0).toReversed()) await end();
});

async function makeFolder(): Promise<string> {
  const folder = await makeTemporaryFolder();
  // A data directory that everyone may pass through, as PostgreSQL is not run by root.
  await chmod(folder.path, 0o755);
  ending.push(() => folder.remove());
  return folder.path;
}

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  ending.push(() => postgres.stop());
  return postgres;
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  // The test kills the server under it.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

// The one of its two forms that gives a promise.
const realConnect = Reflect.get(Client.prototype, "connect") as (this: Client) => Promise<unknown>;

/** Resolves when its end has been told to whoever started it, which is this process. */
async function killPostmaster(dataDir: string): Promise<void> {
  const pid = Number.parseInt(await readFile(join(dataDir, "postgres/postmaster.pid"), "utf8"), 10);
  process.kill(pid, "SIGKILL");
  await expect.poll(() => existsSync(`/proc/${pid}`)).toBe(false);
}

/** Asks until it is answered: how long PostgreSQL takes to come back is not the test's to know. */
async function queryWhenUp(url: string, sql: string): Promise<unknown[]> {
  for (;;) {
    try {
      return await query(url, sql);
    } catch {
      await delay(20);
    }
  }
}

const FILL = "create table kept (n int); insert into kept values (42)";
const KEPT = [{ n: 42 }];

describe("the embedded PostgreSQL", () => {
  it("keeps what was written over a stop, syncs to disk, and listens on nothing but its socket", async () => {
    const dataDir = await makeFolder();
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.url, FILL);
    expect(await query(first.url, "show fsync")).toEqual([{ fsync: "on" }]);
    expect(await query(first.url, "show listen_addresses")).toEqual([{ listen_addresses: "" }]);
    await first.stop();
    const second = await start(dataDir);
    expect(await query(second.url, "select n from kept")).toEqual(KEPT);
  });

  it("comes back by itself when it is killed, with everything committed", async () => {
    const postgres = await start(await makeFolder());
    await query(postgres.url, FILL);
    const killed = postgres.pid();
    process.kill(killed ?? 0, "SIGKILL");
    expect(await queryWhenUp(postgres.url, "select n from kept")).toEqual(KEPT);
    expect(postgres.pid()).not.toBe(killed);
  });

  it("comes back too when it is killed again just as it has answered its starter", async () => {
    const dataDir = await makeFolder();
    const postgres = await start(dataDir);
    const connect = vi.spyOn(Client.prototype, "connect");
    onTestFinished(() => connect.mockRestore());
    let kills = 0;
    const connectAndKill = async function (this: Client): Promise<void> {
      await realConnect.call(this);
      if (kills++ === 0) await killPostmaster(dataDir);
    };
    // Of its two forms the types know the one with a callback; the starter calls the other.
    // oxlint-disable-next-line typescript/no-misused-promises
    connect.mockImplementation(connectAndKill);
    process.kill(postgres.pid() ?? 0, "SIGKILL");
    await expect.poll(() => kills).toBeGreaterThan(1);
    expect(await queryWhenUp(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("starts although it is killed in the middle of its first start, and again when it has just answered", async () => {
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

  it("refuses a data directory that another Precount uses, and says which process", async () => {
    const dataDir = await makeFolder();
    await start(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      `Another Precount (process ${process.pid}) is using ${dataDir}. Stop it first, or start this one with another DATA_DIR.`,
    );
  });

  it("stops an orphan cleanly before it starts", async () => {
    const dataDir = await makeFolder();
    const postgres = await start(dataDir);
    await query(postgres.url, FILL);
    const orphan = postgres.pid();
    await stopStalePostmaster(join(dataDir, "postgres"));
    expect(() => process.kill(orphan ?? 0, 0)).toThrow("ESRCH");
    // Its supervisor lives here and starts another.
    expect(await queryWhenUp(postgres.url, "select n from kept")).toEqual(KEPT);
  });

  it("is not kept from starting by a left-over pid file whose number another program has by now", async () => {
    const dataDir = await makeFolder();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    await writeFile(join(dataDir, "postgres/postmaster.pid"), `${process.pid}\n${dataDir}/postgres\n`);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it("works in a folder whose path is too long for a socket", async () => {
    const dataDir = join(await makeFolder(), "d".repeat(60), "e".repeat(60));
    await mkdir(dataDir, { recursive: true });
    const postgres = await start(dataDir);
    expect(await query(postgres.url, "select 1 as n")).toEqual([{ n: 1 }]);
  });

  it.runIf(process.getuid?.() === 0)("works for root in a folder that is closed to everyone else", async () => {
    const closed = await makeFolder();
    await chmod(closed, 0o700);
    const postgres = await start(join(closed, "data"));
    await query(postgres.url, FILL);
    expect(await query(postgres.url, "select n from kept")).toEqual(KEPT);
  });
});
