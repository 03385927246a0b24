import { describe, expect, inject, it } from "vitest";
import { onDatabase } from "../testing/admin-statement.ts";
import { withDatabaseRetry, waitForDatabase } from "./wait-for-database.ts";

describe("waitForDatabase", () => {
  it("resolves at once when the database accepts connections", async () => {
    // Not the template database: an open connection would keep other tests from copying it.
    await expect(waitForDatabase(onDatabase(inject("templateUrl"), "postgres"))).resolves.toBeUndefined();
  });

  it("throws the reason without the password", async () => {
    await expect(waitForDatabase("postgresql://ada:secret@127.0.0.1:1/precount", 0)).rejects.toThrow(
      "The database at postgresql://ada:…@127.0.0.1:1/precount cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and that PostgreSQL runs there.",
    );
  });

  it("retries after a lost connection and not after another error", async () => {
    const url = onDatabase(inject("templateUrl"), "postgres");
    const failing = (message: string) => {
      let tries = 0;
      return withDatabaseRetry(url, async () => {
        if ((tries += 1) === 1) throw new Error(message);
        return tries;
      });
    };
    await expect(failing("Connection terminated unexpectedly")).resolves.toBe(2);
    await expect(failing("There is no such table.")).rejects.toThrow("no such table");
  });

  it("does not wait for a database that does not exist", async () => {
    const url = onDatabase(inject("templateUrl"), "nowhere");
    await expect(waitForDatabase(url)).rejects.toThrow('database "nowhere" does not exist');
  });
});
