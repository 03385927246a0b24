import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { onDatabase } from "../testing/admin-statement.ts";
import { withDatabaseRetry, waitForDatabase } from "./wait-for-database.ts";

describe("waitForDatabase", () => {
  it("resolves at once when the database accepts connections", async () => {
    // Not the template database: an open connection would keep other tests from copying it.
    await expect(waitForDatabase(onDatabase(inject("templateUrl"), "postgres"))).resolves.toBeUndefined();
  });

  it("throws the reason without the password", async () => {
    await expect(waitForDatabase("postgresql://ada:secret@127.0.0.1:1/precount", { waitMs: 0 })).rejects.toThrow(
      "The database at postgresql://ada:…@127.0.0.1:1/precount cannot be used: connect ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL and that PostgreSQL runs there.",
    );
  });

  it("says once what it waits for, without the password", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo; // it listens on a port
    const connected = once(silent, "connection");
    const notices: string[] = [];
    const noticed = Promise.withResolvers<void>();
    const onWaiting = (database: string) => {
      notices.push(database);
      noticed.resolve();
    };
    const url = `postgresql://ada:s3cr@t@127.0.0.1:${port}/precount?password=hidden&application_name=shop`;
    const waiting = waitForDatabase(url, { waitMs: 0, noticeMs: 1, onWaiting });
    await noticed.promise;
    const [socket] = await connected;
    socket.destroy();
    await expect(waiting).rejects.toThrow("cannot be used");
    expect(notices).toEqual([`postgresql://ada:…@127.0.0.1:${port}/precount?password=…&application_name=shop`]);
  });

  it("does not say that it waits when the database accepts connections", async () => {
    const notices: string[] = [];
    const onWaiting = (database: string) => void notices.push(database);
    await waitForDatabase(onDatabase(inject("templateUrl"), "postgres"), { onWaiting });
    expect(notices).toEqual([]);
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

  it("with sslmode=verify-full sends nothing to a database that offers no TLS", async () => {
    const { searchParams } = new URL(inject("templateUrl").replace("@/", "@localhost/"));
    let plain = 0;
    const proxy = createServer((client) => {
      const server = connect(`${searchParams.get("host")}/.s.PGSQL.5432`);
      // The first message asks for TLS; without TLS the next one would have the user's name.
      client.on("data", (message) => (plain += message.includes("precount") ? 1 : 0));
      client.pipe(server).pipe(client);
      for (const socket of [client, server]) socket.on("error", () => undefined);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void proxy.close());
    await once(proxy, "listening");
    const { port } = proxy.address() as AddressInfo; // it listens on a port
    const url = `postgresql://precount@127.0.0.1:${port}/postgres`;
    await expect(waitForDatabase(url)).resolves.toBeUndefined();
    expect(plain).toBe(1);
    await expect(waitForDatabase(`${url}?sslmode=verify-full`)).rejects.toThrow(
      "cannot be used: The server does not support SSL connections",
    );
    expect(plain).toBe(1);
  });
});
