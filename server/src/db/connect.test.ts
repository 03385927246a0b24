import { once } from "node:events";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import { expect, inject, it, onTestFinished } from "vitest";
import { isDatabaseUnavailable } from "../errors/transient-error.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { connect } from "./connect.ts";
import { sql } from "./drizzle.ts";

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

/** A proxy in front of the test database that can stop forwarding data without closing connections. */
async function startFreezableProxy() {
  const { pathname, searchParams } = new URL(inject("templateUrl").replace("@/", "@localhost/"));
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
    url: `postgresql://precount@127.0.0.1:${port}${pathname}`,
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
