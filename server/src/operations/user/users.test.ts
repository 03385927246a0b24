import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { auditEntries } from "../../db/schema/audit.ts";
import { passwordLinks } from "../../db/schema/sign-in.ts";
import { users } from "../../db/schema/users.ts";
import { newSid } from "../../lib/ids.ts";
import { makeUser } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin", name: "Grace Hopper" });
});
afterAll(() => api.close());

let nth = 0;
const newEmail = () => `person-${(nth += 1)}@precount.test`;
const person = (given: object = {}) => ({ email: newEmail(), name: "Ada Lovelace", role: "user" as const, ...given });

describe("user.createUser", () => {
  it("S7.02 S3.17 creates a user without a password, and a link to set one", async () => {
    const email = newEmail();
    const { user, link } = await admin.rpc.user.createUser.mutate({ ...person({ email }), password: null });
    expect(user).toEqual({
      sid: expect.stringMatching(/^[a-z0-9]{24}$/),
      email,
      name: "Ada Lovelace",
      role: "user",
      lastLoginAt: null,
      createdAt: expect.stringMatching(/^\d{4}-/),
      isBlocked: false,
      hasPassword: false,
      hasFactor: false,
      groups: ["everyone"],
    });
    expect(link?.url).toMatch(/^http:\/\/[\w.:]+\/password\/reset\?token=[\w-]+\.[\w-]+\.[\w-]+$/);
    expect(link?.mail).toEqual({ state: "not set up" });
    const hours = (Date.parse(link?.expiresAt ?? "") - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23.9);
    expect(hours).toBeLessThanOrEqual(24);
  });

  it("accepts a password instead of a link, and creates no link for a blocked account", async () => {
    const given = person({ password: "Shelf-photos-2026" });
    expect(await admin.rpc.user.createUser.mutate(given)).toMatchObject({ user: { hasPassword: true }, link: null });
    const login = await api.anonymous.user.login.mutate({ email: given.email, password: "Shelf-photos-2026" });
    expect(login).toMatchObject({ user: { email: given.email } });
    const blocked = await admin.rpc.user.createUser.mutate(person({ isBlocked: true }));
    expect(blocked).toMatchObject({ user: { isBlocked: true }, link: null });
  });

  it("S5.04 stores the normalized e-mail, and allows one account for each", async () => {
    const email = newEmail();
    const odd = `  ${email.toUpperCase().replace("@", "＠")}\n`;
    const { user } = await admin.rpc.user.createUser.mutate(person({ email: odd }));
    expect(user.email).toBe(email);
    expect(await errorOf(admin.rpc.user.createUser.mutate(person({ email: email.toUpperCase() })))).toEqual({
      code: "CONFLICT",
      message: `${email} already has an account.`,
    });
    const twice = person();
    const both = await Promise.all([1, 2].map(() => codeOf(admin.rpc.user.createUser.mutate(twice))));
    expect(new Set(both)).toEqual(new Set(["CONFLICT", "not refused"]));
  });

  it.each([
    ["S5.05", { name: "Al" }, "Name must be at least 3 characters long"],
    ["S5.04", { email: "ada" }, "Invalid email address"],
    ["S5.06", { password: "Abc1" }, "Password must be at least 8 characters long"],
    ["S5.06", { password: `Aa1${"x".repeat(98)}` }, "Password must be no more than 100 characters long"],
    ["PD-48", { password: "Password1" }, "This password is too common. Please choose another one"],
    ["PD-48", { password: "Rush2112" }, "This password is too common. Please choose another one"],
  ])("%s refuses %j", async (_row, given, message) => {
    expect(await errorOf(admin.rpc.user.createUser.mutate(person(given)))).toEqual({ code: "BAD_REQUEST", message });
  });

  it("S5.07 refuses an unknown role", async () => {
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.createUser",
      headers: admin.headers,
      payload: person({ role: "owner" }),
    });
    expect(response.statusCode).toBe(400);
  });

  it("S6.03 is allowed to admins only", async () => {
    const user = await api.signIn();
    expect(await codeOf(user.rpc.user.createUser.mutate(person()))).toBe("FORBIDDEN");
    expect(await codeOf(user.rpc.user.fetchUsers.query())).toBe("FORBIDDEN");
    expect(await codeOf(api.anonymous.user.createUser.mutate(person()))).toBe("UNAUTHORIZED");
  });
});

describe("user.fetchUsers", () => {
  it("S3.17 lists everyone by name, in one statement and without secrets", async () => {
    const { sid } = await makeUser(api.database.db, { name: "aaron", passwordHash: "secret" });
    api.database.statements.length = 0;
    const rows = await admin.rpc.user.fetchUsers.query();
    // Statements: the session and the list.
    expect(api.database.statements).toHaveLength(2);
    expect(rows[0]).toMatchObject({ sid, name: "aaron", hasPassword: true });
    expect(JSON.stringify(rows)).not.toContain("secret");
    expect(rows.map(({ name }) => name.toLowerCase())).toEqual(
      rows.map(({ name }) => name.toLowerCase()).toSorted((a, b) => (a < b ? -1 : 1)),
    );
  });
});

describe("user.blockUser and user.unblockUser", () => {
  it("ends the person's sessions and link; after unblocking they can sign in again", async () => {
    const user = await api.signIn();
    await admin.rpc.user.makeSetPasswordLink.mutate({ sid: user.user.sid });
    expect(await admin.rpc.user.blockUser.mutate({ sid: user.user.sid })).toMatchObject({ isBlocked: true });
    expect(await codeOf(user.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    expect(await api.database.db.$count(passwordLinks, eq(passwordLinks.userSid, user.user.sid))).toBe(0);
    expect(await admin.rpc.user.unblockUser.mutate({ sid: user.user.sid })).toMatchObject({ isBlocked: false });
    expect(await codeOf(user.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("gives the reason of a refusal", async () => {
    const { sid } = admin.user;
    expect(await errorOf(admin.rpc.user.blockUser.mutate({ sid }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "You cannot block yourself.",
    });
    const user = await makeUser(api.database.db);
    expect(await codeOf(admin.rpc.user.unblockUser.mutate({ sid: user.sid }))).toBe("PRECONDITION_FAILED");
    expect(await codeOf(admin.rpc.user.blockUser.mutate({ sid: newSid() }))).toBe("NOT_FOUND");
    const other = await api.signIn();
    expect(await codeOf(other.rpc.user.blockUser.mutate({ sid: user.sid }))).toBe("FORBIDDEN");
  });

  it("leaves one admin when two block each other at the same time", async () => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = [await api.signIn({ role: "admin" }), await api.signIn({ role: "admin" })];
      const answers = await Promise.all([
        codeOf(one.rpc.user.blockUser.mutate({ sid: other.user.sid })),
        codeOf(other.rpc.user.blockUser.mutate({ sid: one.user.sid })),
      ]);
      expect(new Set(answers)).toEqual(new Set(["UNAUTHORIZED", "not refused"]));
    }
  });
});

describe("user.renameUser", () => {
  it("changes the name that everyone sees, and keeps the former one in the audit log", async () => {
    const user = await api.signIn({ name: "Grcae Hopper" });
    const { sid } = user.user;
    expect(await admin.rpc.user.renameUser.mutate({ sid, name: " Grace Hopper " })).toMatchObject({
      sid,
      name: "Grace Hopper",
    });
    // The session continues.
    expect(await user.rpc.user.getAuthUser.query()).toMatchObject({ name: "Grace Hopper" });
    const [entry] = await api.database.db.select().from(auditEntries).where(eq(auditEntries.action, "user.renameUser"));
    expect(entry).toMatchObject({
      subjectSid: sid,
      details: { formerName: "Grcae Hopper", name: "Grace Hopper" },
    });
    expect(await errorOf(admin.rpc.user.renameUser.mutate({ sid, name: "Al" }))).toEqual({
      code: "BAD_REQUEST",
      message: "Name must be at least 3 characters long",
    });
    expect(await codeOf(user.rpc.user.renameUser.mutate({ sid, name: "Grace" }))).toBe("FORBIDDEN");
  });
});

describe("user.setRole", () => {
  it("ends the sessions, so that the new rights apply from the next sign-in", async () => {
    const user = await api.signIn();
    const { sid } = user.user;
    expect(await admin.rpc.user.setRole.mutate({ sid, role: "admin" })).toMatchObject({ role: "admin" });
    expect(await codeOf(user.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    expect(await admin.rpc.user.setRole.mutate({ sid, role: "user" })).toMatchObject({ role: "user" });
  });

  it("applies to existing sessions as soon as the role changes", async () => {
    const other = await api.signIn({ role: "admin" });
    expect(await codeOf(other.rpc.user.fetchUsers.query())).toBe("not refused");
    await api.database.db.update(users).set({ role: "user" }).where(eq(users.sid, other.user.sid));
    expect(await codeOf(other.rpc.user.fetchUsers.query())).toBe("FORBIDDEN");
  });

  it("gives the reason of a refusal", async () => {
    expect(await errorOf(admin.rpc.user.setRole.mutate({ sid: admin.user.sid, role: "user" }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "You cannot change your own role.",
    });
  });

  it("leaves one admin when two demote each other at the same time", async () => {
    const [one, other] = [await api.signIn({ role: "admin" }), await api.signIn({ role: "admin" })];
    const answers = await Promise.all([
      codeOf(one.rpc.user.setRole.mutate({ sid: other.user.sid, role: "user" })),
      codeOf(other.rpc.user.setRole.mutate({ sid: one.user.sid, role: "user" })),
    ]);
    expect(answers.filter((answer) => answer === "not refused")).toHaveLength(1);
  });
});

describe("unexpected fields", () => {
  it("change nothing in calls about the caller's own account", async () => {
    const password = "Shelf-photos-2026";
    const { user } = await admin.rpc.user.createUser.mutate(
      person({ password, sid: newSid(), lastLoginAt: "2020-01-01", passwordHash: "x", hasPassword: false }),
    );
    const extra = { role: "admin", isBlocked: true, status: "archived", sid: newSid(), passwordHash: "x" };
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.login",
      payload: { email: user.email, password, ...extra },
    });
    const headers = {
      cookie: String(response.headers["set-cookie"]).split(";")[0] ?? "",
      "x-session-id": response.json().result.data.session.id,
    };
    const change = { current: password, password: "Shelf-photos-2027", ...extra };
    const changed = await api.inject({ method: "POST", url: "/trpc/user.changeOwnPassword", headers, payload: change });
    expect(changed.statusCode).toBe(200);
    const [row] = await api.database.db.select().from(users).where(eq(users.sid, user.sid));
    expect(row).toMatchObject({ role: "user", isBlocked: false, email: user.email });
    expect(row?.passwordHash).toMatch(/^\$argon2id/);
  });

  it("change nothing in calls of an admin about other accounts", async () => {
    const { user } = await admin.rpc.user.createUser.mutate(person({ password: "Shelf-photos-2026" }));
    const { sid } = user;
    const extra = { isBlocked: true, email: "eve@precount.test", name: "Eve", passwordHash: "x" };
    for (const [name, input] of [
      ["setRole", { sid, role: "admin", ...extra }],
      ["makeSetPasswordLink", { sid, role: "user", ...extra }],
      ["endUserSessions", { sid, role: "user", ...extra }],
    ] as const) {
      const url = `/trpc/user.${name}`;
      const response = await api.inject({ method: "POST", url, headers: admin.headers, payload: input });
      expect([name, response.statusCode]).toEqual([name, 200]);
    }
    const rows = await admin.rpc.user.fetchUsers.query();
    expect(rows.find((row) => row.sid === sid)).toEqual({ ...user, role: "admin" });
  });
});
