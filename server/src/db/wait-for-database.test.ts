import { describe, expect, inject, it } from "vitest";
import { onDatabase } from "../testing/admin-statement.ts";
import { waitForDatabase } from "./wait-for-database.ts";

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

  it("does not wait for one that there is not", async () => {
    const url = onDatabase(inject("templateUrl"), "nowhere");
    await expect(waitForDatabase(url)).rejects.toThrow('database "nowhere" does not exist');
  });
});
