import { expect, it, onTestFinished } from "vitest";
import { createTestDatabase } from "../testing/test-database.ts";
import { sql } from "./drizzle.ts";

it("a connection that breaks between two statements of a transaction fails the transaction, not the process", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const { db } = database;
  const broken = db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid})`);
    // Its last word comes while nobody waits for an answer: unheard, it ends the test's process as it would the server's.
    await expect
      .poll(async () => (await db.execute(sql`select 1 from pg_stat_activity where pid = ${rows[0]?.pid}`)).rowCount)
      .toBe(0);
    await tx.execute(sql`select 1`);
  });
  await expect(broken).rejects.toThrow("Failed query");
  const { rows } = await db.execute<{ one: number }>(sql`select 1 as one`);
  expect(rows).toEqual([{ one: 1 }]);
});
