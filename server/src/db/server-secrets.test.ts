import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { setSecretsKeys } from "./seal-secret.ts";
import { findServerSecret, insertServerSecret, readServerSecret, sealServerSecrets } from "./server-secrets.ts";

const [FIRST, SECOND] = [randomBytes(32).toString("base64"), randomBytes(32).toString("base64")];
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());
afterEach(() => setSecretsKeys([]));

async function stored(): Promise<Record<string, Buffer>> {
  const { rows } = await database.pool.query<{ name: string; secret: Buffer }>(
    "select name, secret from server_secrets",
  );
  return Object.fromEntries(rows.map(({ name, secret }) => [name, secret]));
}

describe("the keys of an installation", () => {
  it("are encrypted with SECRETS_KEY, those that exist too, and stay the same", async () => {
    const { db } = database;
    const { secret: plain } = await readServerSecret(db, "x");
    expect((await stored())["x"]).toEqual(plain);
    setSecretsKeys([FIRST]);
    expect(await sealServerSecrets(db)).toBe(1);
    expect(await sealServerSecrets(db)).toBe(0);
    await insertServerSecret(db, "x", 2);
    const made = await findServerSecret(db, "x", 2);
    expect(await findServerSecret(db, "x", 1)).toEqual(plain);
    const rows = Object.values(await stored());
    expect(rows.map((bytes) => bytes.length)).toEqual([68, 68]);
    expect(rows.some((bytes) => bytes.includes(plain) || bytes.includes(made ?? ""))).toBe(false);
    expect(made).toHaveLength(32);
  });

  it("cannot be read without it or with another one", async () => {
    const { db } = database;
    await expect(readServerSecret(db, "x")).rejects.toThrow("Set SECRETS_KEY to the key");
    setSecretsKeys([SECOND]);
    await expect(readServerSecret(db, "x")).rejects.toThrow("SECRETS_KEY is not the key");
    await expect(sealServerSecrets(db)).rejects.toThrow("SECRETS_KEY is not the key");
  });

  it("are encrypted again when it is replaced", async () => {
    const { db } = database;
    setSecretsKeys([FIRST]);
    const { secret } = await readServerSecret(db, "x");
    setSecretsKeys([SECOND, FIRST]);
    expect((await readServerSecret(db, "x")).secret).toEqual(secret);
    expect(await sealServerSecrets(db)).toBe(2);
    setSecretsKeys([SECOND]);
    expect((await readServerSecret(db, "x")).secret).toEqual(secret);
  });

  it("are bound to their names: bytes of another row are refused", async () => {
    const { db, pool } = database;
    setSecretsKeys([SECOND]);
    await readServerSecret(db, "y");
    await pool.query(
      "update server_secrets set secret = (select secret from server_secrets where name = 'x') where name = 'y'",
    );
    await expect(readServerSecret(db, "y")).rejects.toThrow(
      "The key y of this installation was changed in the database.",
    );
  });
});

describe("SECRETS_KEY", () => {
  it("has 32 bytes, and a previous one after a comma", () => {
    expect(readConfig({}).secretsKeys).toEqual([]);
    expect(readConfig({ SECRETS_KEY: `${SECOND},${FIRST}` }).secretsKeys).toEqual([SECOND, FIRST]);
    for (const SECRETS_KEY of ["secret", FIRST.slice(4), `${FIRST};${SECOND}`])
      expect(() => readConfig({ SECRETS_KEY })).toThrow("SECRETS_KEY: must be made with: openssl rand -base64 32");
  });
});
