import { eq, sql } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeDevice } from "../../auth/describe-device.ts";
import { hashPassword } from "../../auth/password.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { newSid } from "../../lib/ids.ts";
import { makeSession, makeUser } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

const PASSWORD = "Shelf-photos-2026";
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36";
let api: TestApi;
let admin: Caller;
let passwordHash: string;
beforeAll(async () => {
  api = await createTestApi({ trustProxy: true });
  admin = await api.signIn({ role: "admin" });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());

/** Signs in as a browser does. */
async function signIn(email: string, headers: Record<string, string>) {
  const payload = { email, password: PASSWORD };
  const response = await api.inject({ method: "POST", url: "/trpc/user.login", headers, payload });
  const cookie = String(response.headers["set-cookie"]).split(";")[0] ?? "";
  return { cookie, "x-session-id": String(response.json().result.data.session.id) };
}
const list = async (headers: Record<string, string>) =>
  (await api.inject({ url: "/trpc/user.fetchOwnSessions", headers })).json().result.data;

describe("a person's own sessions", () => {
  it("are listed with device, address and last use, only the person's own", async () => {
    const account = await makeUser(api.database.db, { passwordHash });
    const desk = await signIn(account.email, { "user-agent": CHROME, "x-forwarded-for": "192.0.2.7" });
    await makeSession(api.database.db, { userSid: account.sid, endedAt: new Date() });
    const phone = await signIn(account.email, { "user-agent": "<script>alert(1)</script>" });
    await api.signIn();
    const rows = await list(desk);
    expect(rows).toHaveLength(2);
    expect(rows).toContainEqual({
      id: desk["x-session-id"],
      device: "Chrome on Windows",
      address: "192.0.2.7",
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      isCurrent: true,
    });
    expect(rows).toContainEqual(
      expect.objectContaining({ id: phone["x-session-id"], device: "Unknown device", isCurrent: false }),
    );
  });

  it("record their last use at most every five minutes", async () => {
    const caller = await api.signIn();
    const id = caller.headers["x-session-id"] ?? "";
    const { db, statements } = api.database;
    const age = (minutes: number) =>
      db
        .update(sessions)
        .set({
          lastUsedAt: sql`now() - make_interval(mins => ${minutes}::int)`,
          createdAt: sql`now() - interval '1 h'`,
        })
        .where(eq(sessions.id, id));
    await age(4);
    statements.length = 0;
    await caller.rpc.user.getAuthUser.query();
    expect(statements).toHaveLength(1);
    await age(6);
    statements.length = 0;
    await caller.rpc.user.getAuthUser.query();
    expect(statements).toHaveLength(2);
    const [row] = await caller.rpc.user.fetchOwnSessions.query();
    expect(Date.now() - Date.parse(row?.lastUsedAt ?? "")).toBeLessThan(60_000);
    expect(row?.address).toBe("127.0.0.1");
  });

  it("are ended one by one, or all except the current one", async () => {
    const account = await makeUser(api.database.db, { passwordHash });
    const [one, two, three] = [
      await signIn(account.email, {}),
      await signIn(account.email, {}),
      await signIn(account.email, {}),
    ];
    const end = async (headers: Record<string, string>, name: string, payload: object) =>
      (await api.inject({ method: "POST", url: `/trpc/user.${name}`, headers, payload })).statusCode;
    expect(await end(one, "endOwnSession", { id: two["x-session-id"] })).toBe(200);
    expect(await end(one, "endOwnSession", { id: two["x-session-id"] })).toBe(404);
    expect((await api.inject({ url: "/trpc/user.getAuthUser", headers: two })).statusCode).toBe(401);
    expect(await list(one)).toHaveLength(2);
    expect(await end(one, "endOtherSessions", {})).toBe(200);
    expect((await api.inject({ url: "/trpc/user.getAuthUser", headers: three })).statusCode).toBe(401);
    expect(await list(one)).toHaveLength(1);
  });

  it("of other people cannot be ended: their ids are NOT_FOUND", async () => {
    const [mine, theirs] = [await api.signIn(), await api.signIn()];
    const id = theirs.headers["x-session-id"] ?? "";
    expect(await codeOf(mine.rpc.user.endOwnSession.mutate({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(mine.rpc.user.endOwnSession.mutate({ id: newSid() }))).toBe("NOT_FOUND");
    expect(await codeOf(theirs.rpc.user.getAuthUser.query())).toBe("not refused");
  });
});

describe("an admin", () => {
  it("lists and ends the sessions of every person", async () => {
    const [caller, other] = [await api.signIn(), await api.signIn()];
    const { sid } = caller.user;
    const rows = await admin.rpc.user.fetchUserSessions.query({ sid });
    expect(rows).toMatchObject([{ id: caller.headers["x-session-id"], isCurrent: false }]);
    const id = other.headers["x-session-id"] ?? "";
    expect(await codeOf(admin.rpc.user.endUserSessions.mutate({ sid, id }))).toBe("NOT_FOUND");
    expect(await admin.rpc.user.endUserSessions.mutate({ sid })).toEqual({ ended: 1 });
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    expect(await admin.rpc.user.endUserSessions.mutate({ sid: other.user.sid, id })).toEqual({ ended: 1 });
    expect(await codeOf(admin.rpc.user.fetchUserSessions.query({ sid: newSid() }))).toBe("NOT_FOUND");
    expect(await codeOf(admin.rpc.user.endUserSessions.mutate({ sid: newSid() }))).toBe("NOT_FOUND");
  });

  it("is the only role that may do so", async () => {
    const [caller, other] = [await api.signIn(), await api.signIn()];
    const { sid } = other.user;
    expect(await codeOf(caller.rpc.user.fetchUserSessions.query({ sid }))).toBe("FORBIDDEN");
    expect(await codeOf(caller.rpc.user.endUserSessions.mutate({ sid }))).toBe("FORBIDDEN");
  });
});

describe("the name of a device", () => {
  it.each([
    [CHROME, "Chrome on Windows"],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1",
      "Safari on iOS",
    ],
    ["curl/8.11.0", "Unknown device"],
    ["", null],
    [undefined, null],
    ["\u0000\u202E <b>Chrome</b>".repeat(1000), "Chrome"],
  ])("is of the library's words: %#", (userAgent, expected) => expect(describeDevice(userAgent)).toBe(expected));
});
