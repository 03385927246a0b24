import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Client, Pool } from "pg";
import { expect, inject, it, onTestFinished } from "vitest";
import { isDatabaseUnavailable } from "../errors/transient-error.ts";
import { JobQueue } from "../queue/job-queue.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { connect } from "./connect.ts";
import { sql } from "./drizzle.ts";
import { NotificationListener } from "./notification-listener.ts";

it("a connection that breaks between two statements fails the transaction and not the process", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    // The "error" event arrives while the connection is idle: without a listener it would end this process.
    await expect
      .poll(async () => (await db.execute(sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`)).rowCount)
      .toBe(0);
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow("Failed query");
  const { rows } = await db.execute<{ one: number }>(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
});

it("a connection that breaks before a transaction begins goes back to the pool, which can be closed", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const connection = connect(database.url, { max: 1 });
  await connection.db.execute(sql`select 1`);
  connection.pool.once("acquire", (client) => void (client as unknown as Client).end()); // the type leaves out `end`
  await expect(connection.db.transaction(async () => "done")).rejects.toThrow("Failed query: begin");
  // With a pool of one connection, a lost one would leave none.
  await expect(connection.db.transaction(async () => "done")).resolves.toBe("done");
  await connection.close();
  expect(connection.pool.totalCount).toBe(0);
});

it("close waits until the database has closed every connection", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const connection = connect(database.url);
  await Promise.all(Array.from({ length: 10 }, () => connection.db.execute(sql`select pg_sleep(0.05)`)));
  const own = sql`select 1 from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%'`;
  expect((await database.db.execute(own)).rows).toHaveLength(10);
  await connection.close();
  expect((await database.db.execute(own)).rows).toEqual([]);
});

it("every connection of every pool has an error listener while it is in use", async () => {
  const database = await createTestDatabase();
  const queue = new JobQueue({ url: database.url, role: "sender", onError: () => undefined });
  onTestFinished(async () => {
    await queue.stop();
    await database.close();
  });
  await queue.start();
  const { pool: queuePool } = queue.boss.getDb() as unknown as { pool: Pool }; // pg-boss' own class has it; the type does not.
  for (const pool of [database.pool, queuePool]) {
    const client = await pool.connect();
    // Throws without a listener, as it would in the event loop.
    expect(() => client.emit("error", new Error("Connection terminated unexpectedly"))).not.toThrow();
    client.release(true);
  }
});

it("a connection that breaks while the listener opens it is retried and does not end the process", async () => {
  const unhandled: unknown[] = [];
  const record = (reason: unknown): void => void unhandled.push(reason);
  // Accepts the connection, then breaks it during the first statement.
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const authenticated = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0]);
    const ready = Buffer.from([90, 0, 0, 0, 5, 73]);
    socket.once("data", () => {
      socket.write(Buffer.concat([authenticated, ready]));
      socket.once("data", () => socket.resetAndDestroy());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const errors: Error[] = [];
  const { port } = server.address() as AddressInfo; // it listens on a port
  const listener = new NotificationListener({
    url: `postgresql://precount@127.0.0.1:${port}/precount`,
    onError: (error) => void errors.push(error),
  });
  listener.on("changes", () => undefined);
  process.prependListener("unhandledRejection", record);
  onTestFinished(async () => {
    process.off("unhandledRejection", record);
    await listener.close();
    server.close();
  });
  await listener.start();
  await setImmediate();
  expect(errors).toHaveLength(1);
  expect(unhandled).toEqual([]);
});

/** A proxy in front of the test database that can stop forwarding data without closing connections. */
async function startFreezableProxy() {
  const { searchParams } = new URL(inject("templateUrl").replace("@/", "@localhost/"));
  const pairs: [Socket, Socket][] = [];
  const proxy = createServer((inner) => {
    const outer = connectSocket(`${searchParams.get("host")}/.s.PGSQL.5432`);
    pairs.push([inner, outer]);
    inner.pipe(outer).pipe(inner);
    for (const socket of [inner, outer]) socket.on("error", () => undefined);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    // Not the template database: an open connection would keep other tests from copying it.
    url: `postgresql://precount@127.0.0.1:${port}/postgres`,
    freeze: () => pairs.forEach(([inner, outer]) => (inner.unpipe(outer), outer.unpipe(inner))),
    close: () => {
      for (const socket of pairs.flat()) socket.destroy();
      proxy.close();
    },
  };
}

it("queries fail while the database is frozen and work again afterwards", async () => {
  const database = await startFreezableProxy();
  const connection = connect(database.url, { watchdog: { everyMs: 50, silentAfterMs: 1000 } });
  onTestFinished(async () => {
    database.close();
    await connection.close();
  });
  const { db } = connection;
  // A query longer than `silentAfterMs` succeeds: the watchdog tests the database, not the query.
  await db.execute(sql`select pg_sleep(1.2)`);
  const waiting = db.execute(sql`select pg_sleep(0.1)`).catch((error: unknown) => error);
  database.freeze();
  expect(isDatabaseUnavailable(await waiting)).toBe(true);
  await expect.poll(async () => (await db.execute(sql`select 1 as one`).catch(() => null))?.rows).toEqual([{ one: 1 }]);
});
