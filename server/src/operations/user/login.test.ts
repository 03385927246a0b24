import { type Argon2Parameters, argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { firstPasswordExpiry } from "@precount/domain";
import { eq, sql } from "../../db/drizzle.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { countDerivations, hashPassword, isWeak } from "../../auth/password.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { signInFailures } from "../../db/schema/sign-in.ts";
import { users } from "../../db/schema/users.ts";
import { removeExpiredRows } from "../../processes/housekeeping.ts";
import { makeUser } from "../../testing/factories.ts";
import { runCount } from "../../testing/run-count.ts";
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

/** Signs in as a browser does. Tests of throttling use their own client addresses. */
const signIn = (
  email: string,
  password: string,
  options: { remember?: boolean; headers?: Record<string, string> } = {},
) =>
  api.inject({
    method: "POST",
    url: "/api/trpc/user.login",
    headers: { "x-forwarded-for": "10.0.0.1", ...options.headers },
    payload: { email, password, ...(options.remember && { remember: true }) },
  });
/** The session's cookie; the device's follows it. */
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) => String([headers["set-cookie"]].flat()[0]);
const deviceOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String([headers["set-cookie"]].flat()[1]).split(";")[0] ?? "";

/** A hash with the parameters of an older version: 8 MiB, one pass. */
async function weakHash(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const parameters = { message: password, nonce, memory: 8192, passes: 1, parallelism: 1, tagLength: 32 };
  const tag = await promisify<"argon2id", Argon2Parameters, Buffer>(argon2)("argon2id", parameters);
  const [salt, sum] = [nonce, tag].map((bytes) => bytes.toString("base64").replace(/=+$/, ""));
  return `$argon2id$v=19$m=8192,t=1,p=1$${salt}$${sum}`;
}

/** Lifetime of a new session: hours in the database, and the cookie's Max-Age. */
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

  it("answers an unknown person, a wrong password and a blocked account alike, and derives one key for each", async () => {
    const account = await makeAccount();
    const blocked = await makeAccount({ isBlocked: true });
    const withoutPassword = await makeAccount({ passwordHash: null });
    const attempts = [
      ["nobody@precount.test", PASSWORD],
      [account.email, "Wrong-password-1"],
      [blocked.email, PASSWORD],
      [blocked.email, "Wrong-password-1"],
      [withoutPassword.email, PASSWORD],
    ] as const;
    await signIn("warm@precount.test", "up");
    const bodies = new Set<string>();
    for (const [email, password] of attempts) {
      const before = countDerivations();
      const response = await signIn(email, password);
      expect(countDerivations() - before).toBe(1);
      expect(response.statusCode).toBe(401);
      expect(response.headers["set-cookie"]).toBeUndefined();
      bodies.add(response.body);
    }
    expect(bodies.size).toBe(1);
    expect([...bodies][0]).toContain("Wrong e-mail or password.");
    const metrics = (await api.inject({ url: "/api/metrics" })).body;
    expect(metrics).toContain(`password_derivations_total ${countDerivations()}`);
  });

  it("distinguishes passwords with the same first 72 bytes", async () => {
    const [one, other] = [`Aa1${"x".repeat(69)}1`, `Aa1${"x".repeat(69)}2`];
    const account = await makeAccount({ passwordHash: await hashPassword(one) });
    expect((await signIn(account.email, other)).statusCode).toBe(401);
    expect((await signIn(account.email, one)).statusCode).toBe(200);
  });

  it("replaces an outdated hash when the user signs in, and only then", async () => {
    const weak = await weakHash(PASSWORD);
    expect(isWeak(weak)).toBe(true);
    const account = await makeAccount({ passwordHash: weak });
    const stored = async () =>
      (await api.database.db.select().from(users).where(eq(users.sid, account.sid)))[0]?.passwordHash ?? "";
    expect((await signIn(account.email, "Wrong-password-1")).statusCode).toBe(401);
    expect(await stored()).toBe(weak);
    expect((await signIn(account.email, PASSWORD)).statusCode).toBe(200);
    const strong = await stored();
    expect(isWeak(strong)).toBe(false);
    expect((await signIn(account.email, PASSWORD)).statusCode).toBe(200);
    expect(await stored()).toBe(strong);
  });

  it("rejects a person who is blocked or whose password changes during the check", async () => {
    const account = await makeAccount();
    const blocking = signIn(account.email, PASSWORD);
    // The key takes tens of milliseconds to derive.
    await api.database.db.update(users).set({ isBlocked: true }).where(eq(users.sid, account.sid));
    expect((await blocking).statusCode).toBe(401);
    expect(await api.database.db.$count(sessions, eq(sessions.userSid, account.sid))).toBe(0);
  });

  it("S5.04 refuses an invalid e-mail with the specification's message", async () => {
    expect(await errorOf(api.anonymous.user.login.mutate({ email: "ada", password: PASSWORD }))).toEqual({
      code: "BAD_REQUEST",
      message: "Invalid email address",
    });
  });
});

describe("a generated password", () => {
  const DAY_MS = 24 * 3_600_000;
  const madeDaysAgo = (days: number, given: Partial<typeof users.$inferInsert> = {}) =>
    makeAccount({ passwordExpiresAt: firstPasswordExpiry(new Date(Date.now() - days * DAY_MS)), ...given });

  it("signs in for seven days, and keeps its date", async () => {
    const account = await madeDaysAgo(6.99, { passwordHash: await weakHash(PASSWORD) });
    expect((await signIn(account.email, PASSWORD)).statusCode).toBe(200);
    const [stored] = await api.database.db.select().from(users).where(eq(users.sid, account.sid));
    expect(isWeak(stored?.passwordHash ?? "")).toBe(false);
    expect(stored?.passwordExpiresAt).toEqual(account.passwordExpiresAt);
  });

  it("is refused after seven days, with words that say what to do", async () => {
    const { sid, email } = await madeDaysAgo(7);
    const response = await signIn(email, PASSWORD);
    expect(response.statusCode).toBe(401);
    expect(response.headers["set-cookie"]).toBeUndefined();
    expect(response.json().error.message).toBe(
      "This password has expired: it was generated at the first start and not replaced within 7 days. Set a new one with a " +
        `set-password link. Another admin can create it, or on the server: precount user password-link ${email}`,
    );
    expect(await api.database.db.$count(sessions, eq(sessions.userSid, sid))).toBe(0);
    const [entry] = await api.database.db.select().from(auditEntries).where(eq(auditEntries.subjectSid, sid));
    expect(entry).toMatchObject({ action: "user.login.failed", actorSid: null, details: { code: "UNAUTHORIZED" } });
  });

  it("that has expired is not revealed to a wrong password or of a blocked account", async () => {
    const [account, blocked] = [await madeDaysAgo(8), await madeDaysAgo(8, { isBlocked: true })];
    const usual = await signIn("nobody@precount.test", PASSWORD);
    expect(usual.statusCode).toBe(401);
    for (const [email, password] of [
      [account.email, "Wrong-password-1"],
      [blocked.email, PASSWORD],
    ] as const) {
      expect((await signIn(email, password)).body).toBe(usual.body);
    }
  });
});

const from = (place: string, more: Record<string, string> = {}) => ({
  headers: { "x-forwarded-for": place, ...more },
});
const wrong = async (email: string, count: number, options: object) => {
  for (let n = 0; n < count; n++) {
    expect((await signIn(email, `Wrong-password-${n}`, options)).statusCode).toBe(401);
  }
};
/** Adds failed attempts to all counters. */
const moreFailures = (count: number) =>
  api.database.db.update(signInFailures).set({ failures: sql`${signInFailures.failures} + ${count}::int` });

describe("wrong passwords", () => {
  beforeEach(() => api.database.db.delete(signInFailures));

  it("are throttled for fifteen minutes after ten at an account from one address", async () => {
    const account = await makeAccount();
    await wrong(account.email, 10, from("192.0.2.1"));
    const response = await signIn(account.email, PASSWORD, from("192.0.2.1"));
    expect(response.statusCode).toBe(429);
    expect(response.json().error.message).toBe("Too many failed sign-ins. Please try again in 15 minutes.");
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(800);
    expect(Date.parse(response.json().error.data.details.retryAt) - Date.now()).toBeGreaterThan(800_000);
    // The case of letters in the e-mail does not matter.
    expect((await signIn(account.email.toUpperCase(), PASSWORD, from("192.0.2.1"))).statusCode).toBe(429);
    expect((await signIn(account.email, PASSWORD, from("192.0.2.2"))).statusCode).toBe(200);
    await api.database.db.update(signInFailures).set({ until: sql`now() - interval '1 second'` });
    expect((await signIn(account.email, PASSWORD, from("192.0.2.1"))).statusCode).toBe(200);
  });

  it("a clock that is set back does not prolong the lock", async () => {
    const account = await makeAccount();
    await wrong(account.email, 10, from("192.0.2.9"));
    expect((await signIn(account.email, PASSWORD, from("192.0.2.9"))).statusCode).toBe(429);
    await api.database.db.update(signInFailures).set({ until: sql`${signInFailures.until} + interval '3 hours'` });
    expect((await signIn(account.email, PASSWORD, from("192.0.2.9"))).statusCode).toBe(200);
  });

  it("of an account that does not exist are counted the same", async () => {
    await wrong("nobody-at-all@precount.test", 10, from("192.0.2.3"));
    expect((await signIn("nobody-at-all@precount.test", PASSWORD, from("192.0.2.3"))).statusCode).toBe(429);
  });

  it("are deleted when the user signs in", async () => {
    const account = await makeAccount();
    for (let round = 0; round < 2; round++) {
      await wrong(account.email, 9, from("192.0.2.4"));
      expect((await signIn(account.email, PASSWORD, from("192.0.2.4"))).statusCode).toBe(200);
    }
  });

  it("at the same time are all counted", async () => {
    const { email } = await makeAccount();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => signIn(email, `Wrong-password-${n}`, from("192.0.2.5"))),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(20);
  });

  it("from one address do not affect sign-ins from elsewhere", async () => {
    const account = await makeAccount();
    const owner = () => signIn(account.email, PASSWORD, from("198.51.100.7"));
    const codes: number[] = [];
    const owners: number[] = [];
    const attempts = runCount({ usual: 50, exhaustive: 1000 });
    for (let n = 0; n < attempts; n++) {
      codes.push((await signIn(account.email, `Wrong-password-${n}`, from("192.0.2.6"))).statusCode);
      if (n % (attempts / 5) === 0) owners.push((await owner()).statusCode);
    }
    expect(owners).toEqual([200, 200, 200, 200, 200]);
    expect(codes.filter((code) => code === 401)).toHaveLength(10);
    expect(codes.filter((code) => code === 429)).toHaveLength(attempts - 10);
    expect((await owner()).statusCode).toBe(200);
  });

  it("from the person's own address do not lock out a browser in which they have signed in before", async () => {
    const account = await makeAccount();
    const cookie = deviceOf(await signIn(account.email, PASSWORD, from("192.0.2.8")));
    expect(cookie).toMatch(/^precount-device=[\w-]{43}$/);
    await wrong(account.email, 10, from("192.0.2.8"));
    expect((await signIn(account.email, PASSWORD, from("192.0.2.8"))).statusCode).toBe(429);
    expect((await signIn(account.email, PASSWORD, from("192.0.2.8", { cookie }))).statusCode).toBe(200);
    // The device's attempts are counted separately, and its cookie is valid for no other account.
    await wrong(account.email, 10, from("192.0.2.8", { cookie }));
    expect((await signIn(account.email, PASSWORD, from("192.0.2.8", { cookie }))).statusCode).toBe(429);
    const other = await makeAccount();
    await wrong(other.email, 10, from("192.0.2.9", { cookie }));
    expect((await signIn(other.email, PASSWORD, from("192.0.2.9", { cookie }))).statusCode).toBe(429);
  });

  it("do not learn a device cookie that the client chose", async () => {
    const account = await makeAccount();
    const cookie = `precount-device=${"A".repeat(43)}`;
    const issued = deviceOf(await signIn(account.email, PASSWORD, from("192.0.2.10", { cookie })));
    expect(issued).toMatch(/^precount-device=[\w-]{43}$/);
    expect(issued).not.toBe(cookie);
    await wrong(account.email, 10, from("192.0.2.10"));
    expect((await signIn(account.email, PASSWORD, from("192.0.2.10", { cookie }))).statusCode).toBe(429);
    expect((await signIn(account.email, PASSWORD, from("192.0.2.10", { cookie: issued }))).statusCode).toBe(200);
  });

  it("from a hundred addresses stop unknown addresses, not the person's known ones", async () => {
    const account = await makeAccount();
    expect((await signIn(account.email, PASSWORD, from("198.51.100.20"))).statusCode).toBe(200);
    await wrong(account.email, 1, from("203.0.113.1"));
    await moreFailures(99);
    expect((await signIn(account.email, PASSWORD, from("203.0.113.200"))).statusCode).toBe(429);
    expect((await signIn(account.email, PASSWORD, from("198.51.100.20"))).statusCode).toBe(200);
  });

  it("at two hundred accounts block an address", async () => {
    await wrong("sprayed@precount.test", 1, from("192.0.2.30"));
    await moreFailures(199);
    const account = await makeAccount();
    expect((await signIn(account.email, PASSWORD, from("192.0.2.30"))).statusCode).toBe(429);
  });

  it("from one IPv6 network are counted as from one address", async () => {
    const account = await makeAccount();
    for (let n = 0; n < 10; n++) await wrong(account.email, 1, from(`2001:db8:0:7:${n}::${n}`));
    expect((await signIn(account.email, PASSWORD, from("2001:db8:0:7:ffff::1"))).statusCode).toBe(429);
    expect((await signIn(account.email, PASSWORD, from("2001:db8:0:8::1"))).statusCode).toBe(200);
  });

  it("are also counted when the present password is checked", async () => {
    const account = await makeAccount();
    const caller = await api.signInAs(account);
    const change = (current: string) =>
      codeOf(caller.rpc.user.changeOwnPassword.mutate({ current, password: "Other-photos-2027" }));
    for (let n = 0; n < 10; n++) expect(await change(`Wrong-password-${n}`)).toBe("BAD_REQUEST");
    expect(await change(PASSWORD)).toBe("TOO_MANY_REQUESTS");
  });

  it("are deleted when they expire, and never contain what was typed", async () => {
    await wrong("somebody-secret@precount.test", 1, from("192.0.2.40"));
    const { rows } = await api.database.pool.query("select encode(key, 'escape') as key from sign_in_failures");
    expect(JSON.stringify(rows)).not.toContain("somebody-secret");
    await api.database.db.update(signInFailures).set({ until: sql`now() - interval '1 second'` });
    await removeExpiredRows(api.services);
    expect(await api.database.db.$count(signInFailures)).toBe(0);
  });
});

describe("user.getAuthUser", () => {
  it("S3.01 returns the signed-in user", async () => {
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

  it("accepts a script's bearer token instead", async () => {
    const caller = await api.signIn();
    const token = caller.headers.cookie?.split("=")[1];
    const response = await api.inject({ url: "/trpc/user.getAuthUser", headers: { authorization: `Bearer ${token}` } });
    expect(response.statusCode).toBe(200);
  });

  it("refuses sessions that have expired or belong to a blocked account", async () => {
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
  it("ends the session and deletes the cookie", async () => {
    const caller = await api.signIn();
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.logout",
      headers: caller.headers,
      payload: {},
    });
    expect(response.json().result.data).toEqual({ ok: true, ended: true });
    expect(cookieOf(response)).toMatch(/^precount=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970/);
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("S2.02 needs only the cookie, because /logout has cleared the stored id", async () => {
    const caller = await api.signIn();
    const { cookie } = caller.headers;
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.logout",
      headers: { cookie },
      payload: {},
    });
    expect(response.json().result.data).toEqual({ ok: true, ended: true });
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("succeeds without a session too", async () => {
    expect(await api.anonymous.user.logout.mutate()).toEqual({ ok: true, ended: false });
  });
});
