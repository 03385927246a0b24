import { Writable } from "node:stream";
import { expect, it, onTestFinished } from "vitest";
import { sql } from "../db/drizzle.ts";
import { AppError } from "../errors/app-error.ts";
import { createTestDatabase } from "../testing/test-database.ts";
import { createLogger } from "./logger.ts";

it("logs the start of a failed query, and the message and the code of the database", async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.close());
  const columns = Array.from({ length: 500 }, (_, i) => sql`${1000 + i}::int as ${sql.identifier(`column_${i}`)}`);
  const query = database.db.execute(sql`select ${sql.join(columns, sql`, `)} from shelves_of_nowhere`);
  const error = await query.catch((cause: unknown) => cause);
  let line = "";
  const write = (text: unknown, _encoding: unknown, done: () => void) => {
    line += String(text);
    done();
  };
  const log = createLogger({ logLevel: "warn" }, new Writable({ write }));
  const wrapped = new AppError("INTERNAL_SERVER_ERROR", String(Reflect.get(Object(error), "message")), {
    cause: error,
  });
  log.warn({ err: wrapped }, "a job failed");
  const { err } = JSON.parse(line);
  const start = 'Failed query: select $1::int as "column_0", $2::int as "column_1"';
  expect(err.message).toMatch(/…$/);
  expect(err.message.startsWith(start)).toBe(true);
  expect(err.cause.message).toBe(err.message);
  expect(err.cause.cause).toMatchObject({
    code: "42P01",
    message: 'relation "shelves_of_nowhere" does not exist',
  });
  expect(line).not.toMatch(/column_49|1003/);
});
