import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hasPasswordLink } from "../db/password-links.ts";
import { findAccount } from "../db/users.ts";
import { type TestDatabase, createTestDatabase } from "../testing/test-database.ts";
import { ensureAdmin } from "./ensure-admin.ts";
import { readPasswordLink } from "./password-link.ts";
import { verifyPassword } from "./password.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

describe("the first admin", () => {
  it("sets a password with a link that is shown once", async () => {
    const { db } = database;
    const made = await ensureAdmin(db, { admin: { email: null, password: null } });
    const account = await findAccount(db, made?.email ?? "");
    expect(account).toMatchObject({ user: { email: "admin@precount.local", role: "admin" }, passwordHash: null });
    const link = await readPasswordLink(db, made?.token ?? "");
    expect(link?.email).toBe("admin@precount.local");
    expect(await hasPasswordLink(db, account?.user.sid ?? "", link?.idHash ?? Buffer.alloc(0))).toBe(true);
    expect(await ensureAdmin(db, { admin: { email: null, password: null } })).toBeNull();
  });

  it("uses the operator's e-mail and password, and does not show that password", async () => {
    const { db } = database;
    const admin = { email: "ada@precount.test", password: "Shelf-photos-2026" };
    expect(await ensureAdmin(db, { admin })).toEqual({ email: "ada@precount.test", token: null, isCommon: false });
    expect(await ensureAdmin(db, { admin: { ...admin, email: "grace@precount.test" } })).toBeNull();
    const account = await findAccount(db, "ada@precount.test");
    expect(await verifyPassword(admin.password, account?.passwordHash ?? null)).toBe(true);
  });

  it("may have a common password, which is reported", async () => {
    const admin = { email: null, password: "Precount-2026" };
    expect(await ensureAdmin(database.db, { admin })).toMatchObject({ token: null, isCommon: true });
  });

  it("is created once when several servers start at the same time", async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ensureAdmin(database.db, { admin: { email: null, password: null } })),
    );
    expect(made.filter((admin) => admin !== null)).toHaveLength(1);
  });
});
