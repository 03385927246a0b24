import { passwordSchema } from "@precount/domain";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findAccount } from "../db/users.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { ensureAdmin, makePassword } from "./ensure-admin.ts";
import { verifyPassword } from "./password.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

describe("the first admin", () => {
  it("gets a generated password that is shown once", async () => {
    const { db } = database;
    const made = await ensureAdmin(db, { admin: { email: null, password: null } });
    const account = await findAccount(db, made?.email ?? "");
    expect(account?.user).toMatchObject({ email: "admin@precount.local", role: "admin" });
    expect(await verifyPassword(made?.password ?? "", account?.passwordHash ?? null)).toBe(true);
    expect(await ensureAdmin(db, { admin: { email: null, password: null } })).toBeNull();
  });

  it("gets a generated password that expires after seven days", async () => {
    const { db } = database;
    const madeAt = new Date("2026-11-27T12:00:00.000Z");
    const made = await ensureAdmin(db, { admin: { email: null, password: null } }, madeAt);
    const expiresAt = new Date("2026-12-04T12:00:00.000Z");
    expect(made?.passwordExpiresAt).toEqual(expiresAt);
    expect((await findAccount(db, made?.email ?? ""))?.passwordExpiresAt).toEqual(expiresAt);
  });

  it("uses the operator's e-mail and password, and does not show that password", async () => {
    const { db } = database;
    const admin = { email: "ada@precount.test", password: "Shelf-photos-2026" };
    expect(await ensureAdmin(db, { admin })).toEqual({
      email: "ada@precount.test",
      password: null,
      passwordExpiresAt: null,
      isCommon: false,
    });
    expect(await ensureAdmin(db, { admin: { ...admin, email: "grace@precount.test" } })).toBeNull();
    const account = await findAccount(db, "ada@precount.test");
    expect(await verifyPassword(admin.password, account?.passwordHash ?? null)).toBe(true);
    expect(account?.passwordExpiresAt).toBeNull();
  });

  it("may have a common password, which is reported", async () => {
    const admin = { email: null, password: "Precount-2026" };
    expect(await ensureAdmin(database.db, { admin })).toMatchObject({ password: null, isCommon: true });
  });

  it("is created once when several servers start at the same time", async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ensureAdmin(database.db, { admin: { email: null, password: null } })),
    );
    expect(made.filter((admin) => admin !== null)).toHaveLength(1);
  });

  it("S5.06 gets a password that satisfies the password rule", () => {
    const passwords = Array.from({ length: 200 }, makePassword);
    expect(passwords.every((password) => passwordSchema.safeParse(password).success)).toBe(true);
    expect(new Set(passwords).size).toBe(200);
  });
});
