import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hashPassword } from "../../auth/password.ts";
import { sessions, users } from "../../db/schema.ts";
import { makeUser } from "../../testing/factories.ts";
import { type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

const PASSWORD = "Shelf-photos-2026";
let api: TestApi;
let passwordHash: string;
beforeAll(async () => {
  api = await createTestApi({ trustProxy: true });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());

const makeAccount = (given: Partial<typeof users.$inferInsert> = {}) =>
  makeUser(api.database.db, { passwordHash, ...given });

/** Signs in as a browser does; each test has an address of its own, for the throttle. */
let address = 0;
const signIn = (
  email: string,
  password: string,
  options: { remember?: boolean; headers?: Record<string, string> } = {},
) =>
  api.inject({
    method: "POST",
    url: "/api/trpc/user.login",
    headers: { "x-forwarded-for": `10.0.0.${address}`, ...options.headers },
    payload: { email, password, ...(options.remember && { remember: true }) },
  });
const cookieOf = (response: { headers: Record<string, unknown> }) => String(response.headers["set-cookie"]);

/** Of a fresh session: hours in the database, and the cookie's Max-Age. */
async function lifetime(remember: boolean): Promise<[number, string | undefined]> {
  const account = await makeAccount();
  const response = await signIn(account.email, PASSWORD, { remember });
  const [session] = await api.database.db.select().from(sessions).where(eq(sessions.userSid, account.sid));
  if (!session) throw new Error("no session");
  const maxAge = /Max-Age=(\d+)/.exec(cookieOf(response))?.[1];
  return [Math.round((session.expiresAt.getTime() - session.createdAt.getTime()) / 3_600_000), maxAge];
}

describe("user.login", () => {
  it("S7.02 S3.02 gives the user and the session's id, and keeps the secret in an HttpOnly cookie", async () => {
    const account = await makeAccount({ email: "Ada@precount.test", name: "Ada" });
    const response = await signIn("ada@PRECOUNT.test", PASSWORD);
    const { user, session } = response.json().result.data;
    expect(user).toEqual({ sid: account.sid, name: "Ada", email: "Ada@precount.test", role: "user" });
    expect(session).toEqual({ id: expect.stringMatching(/^[a-z0-9]{24}$/) });
    expect(cookieOf(response)).toMatch(/^precount=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const [stored] = await api.database.db.select().from(users).where(eq(users.sid, account.sid));
    expect(stored?.lastLoginAt).toBeInstanceOf(Date);
  });

  it("gives a __Host- cookie with Secure over TLS", async () => {
    const account = await makeAccount();
    const response = await signIn(account.email, PASSWORD, { headers: { "x-forwarded-proto": "https" } });
    expect(cookieOf(response)).toMatch(/^__Host-precount=.*Secure/);
  });

  it("lasts 12 hours, and 7 days with remember-me", async () => {
    expect(await lifetime(false)).toEqual([12, undefined]);
    expect(await lifetime(true)).toEqual([168, "604800"]);
  });

  it("ends the session that the browser had until then", async () => {
    const account = await makeAccount();
    const first = await signIn(account.email, PASSWORD);
    const cookie = cookieOf(first).split(";")[0] ?? "";
    const second = await signIn(account.email, PASSWORD, { headers: { cookie } });
    const withFirst = await api.inject({
      url: "/trpc/user.getAuthUser",
      headers: { cookie, "x-session-id": first.json().result.data.session.id },
    });
    expect(withFirst.statusCode).toBe(401);
    const withSecond = await api.inject({
      url: "/trpc/user.getAuthUser",
      headers: { cookie: cookieOf(second).split(";")[0] ?? "", "x-session-id": second.json().result.data.session.id },
    });
    expect(withSecond.statusCode).toBe(200);
  });

  it("answers an unknown person, a wrong password and a blocked account alike, in the same time", async () => {
    const account = await makeAccount();
    const blocked = await makeAccount({ isBlocked: true });
    const withoutPassword = await makeAccount({ passwordHash: null });
    const attempts = [
      ["nobody@precount.test", PASSWORD],
      [account.email, "Wrong-password-1"],
      [blocked.email, PASSWORD],
      [withoutPassword.email, PASSWORD],
    ] as const;
    await signIn("warm@precount.test", "up");
    const elapsedMs: number[] = [];
    for (const [email, password] of attempts) {
      const startedAt = performance.now();
      const response = await signIn(email, password);
      elapsedMs.push(performance.now() - startedAt);
      expect(response.statusCode).toBe(401);
      expect(response.json().error.message).toBe("Wrong e-mail or password.");
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
    // Each derives a key, which takes tens of milliseconds; a shortcut would take two.
    expect(Math.min(...elapsedMs)).toBeGreaterThan(10);
  });

  it("stops guessing at an account after ten failures from one address, and says for how long", async () => {
    address += 1;
    const account = await makeAccount();
    for (let attempt = 0; attempt < 10; attempt++) {
      expect((await signIn(account.email, `Wrong-password-${attempt}`)).statusCode).toBe(401);
    }
    const response = await signIn(account.email, PASSWORD);
    expect(response.statusCode).toBe(429);
    expect(response.json().error.message).toBe("Too many failed sign-ins. Please try again in 15 minutes.");
    const elsewhere = await signIn(account.email, PASSWORD, { headers: { "x-forwarded-for": "10.9.9.9" } });
    expect(elsewhere.statusCode).toBe(200);
  });

  it("counts attempts that come all at once, too", async () => {
    address += 1;
    const { email } = await makeAccount();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => signIn(email, `Wrong-password-${n}`)));
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  it("S5.04 refuses what is no e-mail with the specification's words", async () => {
    expect(await errorOf(api.anonymous.user.login.mutate({ email: "ada", password: PASSWORD }))).toEqual({
      code: "BAD_REQUEST",
      message: "Invalid email address",
    });
  });
});

describe("user.getAuthUser", () => {
  it("S3.01 knows who asks", async () => {
    const caller = await api.signIn({ name: "Grace", role: "admin" });
    expect(await caller.rpc.user.getAuthUser.query()).toEqual(caller.user);
  });

  it("S6.06 needs a session, its cookie and its header together", async () => {
    expect(await codeOf(api.anonymous.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    const [caller, other] = [await api.signIn(), await api.signIn()];
    const status = async (headers: Record<string, string | undefined>) =>
      (await api.inject({ url: "/trpc/user.getAuthUser", headers })).statusCode;
    const { cookie, "x-session-id": id } = caller.headers;
    expect(await status({ cookie })).toBe(401);
    expect(await status({ "x-session-id": id })).toBe(401);
    expect(await status({ cookie, "x-session-id": other.headers["x-session-id"] })).toBe(401);
    expect(await status({ cookie, "x-session-id": id })).toBe(200);
  });

  it("takes a script's bearer token instead", async () => {
    const caller = await api.signIn();
    const token = caller.headers.cookie?.split("=")[1];
    const response = await api.inject({ url: "/trpc/user.getAuthUser", headers: { authorization: `Bearer ${token}` } });
    expect(response.statusCode).toBe(200);
  });

  it("refuses a blocked person's session and one that is past its time", async () => {
    const { db } = api.database;
    const blocked = await api.signIn();
    await db.update(users).set({ isBlocked: true }).where(eq(users.sid, blocked.user.sid));
    expect(await codeOf(blocked.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    const late = await api.signIn();
    const [createdAt, expiresAt] = [new Date(Date.now() - 2000), new Date(Date.now() - 1000)];
    await db.update(sessions).set({ createdAt, expiresAt }).where(eq(sessions.userSid, late.user.sid));
    expect(await codeOf(late.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });
});

describe("user.logout", () => {
  it("ends the session and takes the cookie back", async () => {
    const caller = await api.signIn();
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.logout",
      headers: caller.headers,
      payload: {},
    });
    expect(response.json().result.data).toEqual({ ok: true });
    expect(cookieOf(response)).toMatch(/^precount=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("needs the cookie alone, as /logout has cleared the stored id by then", async () => {
    const caller = await api.signIn();
    const { cookie } = caller.headers;
    await api.inject({ method: "POST", url: "/trpc/user.logout", headers: { cookie }, payload: {} });
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("is a success without a session too", async () => {
    expect(await api.anonymous.user.logout.mutate()).toEqual({ ok: true });
  });
});
