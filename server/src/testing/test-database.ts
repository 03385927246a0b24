import { inject } from "vitest";
import { type Connection, connect } from "../db/connect.ts";
import { newSid } from "../lib/ids.ts";
import { onDatabase, runStatement } from "./admin-statement.ts";

export type TestDatabase = Connection & {
  /** The SQL of every statement since it was last emptied; `statements.length = 0` empties it. */
  statements: string[];
};

/** A database of its own with all tables and no rows, in some 25 ms. Close it when the file is done. */
export function createTestDatabase(): Promise<TestDatabase> {
  const template = new URL(inject("templateUrl").replace("@/", "@localhost/")).pathname.slice(1);
  return createDatabase(`template ${template}`);
}

/** One without any table, for who makes them. */
export const createEmptyDatabase = (): Promise<TestDatabase> => createDatabase("");

async function createDatabase(from: string): Promise<TestDatabase> {
  const templateUrl = inject("templateUrl");
  const name = `test_${newSid()}`;
  const maintenanceUrl = onDatabase(templateUrl, "postgres");
  await runStatement(maintenanceUrl, `create database ${name} ${from}`);
  const statements: string[] = [];
  const connection = connect(onDatabase(templateUrl, name), { onStatement: (sql) => statements.push(sql) });
  return {
    ...connection,
    statements,
    close: async () => {
      await connection.close();
      await runStatement(maintenanceUrl, `drop database ${name} with (force)`);
    },
  };
}
