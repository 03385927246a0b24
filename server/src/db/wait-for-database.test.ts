import { describe, expect, inject, it } from "vitest";
import { onDatabase } from "../testing/admin-statement.ts";
import { withDatabaseRetry, waitForDatabase } from "./wait-for-database.ts";

describe("waiting for the database of DATABASE_URL", () => {
  it("is over at once when it is there", async () => {
    // Not the template itself: a connection to it would keep other tests from copying it.
    await expect(waitForDatabase(onDatabase(inject("templateUrl"), "postgres"))).resolves.toBeUndefined();
  });

  it("says what is wrong and hides the password", async () => {
    await expect(waitForDatabase("postgresql://ada:secret@127.0.0.1:1/precount", 0)).rejects.toThrow(
      "The database at postgresql://ada:…@127.0.0.1:1/precount cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and that PostgreSQL runs there.",
    );
  });

  it("what it is needed for is done again when it went away in the middle, and not when something else is wrong", async () => {
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

  it("does not wait for one that there is not", async () => {
    const url = onDatabase(inject("templateUrl"), "nowhere");
    await expect(waitForDatabase(url)).rejects.toThrow('database "nowhere" does not exist');
  });
});
