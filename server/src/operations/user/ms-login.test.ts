import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "../../processes/api.ts";
import { eq } from "../../db/drizzle.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { workAccountNonces, workAccounts } from "../../db/schema/sign-in.ts";
import { users } from "../../db/schema/users.ts";
import { removeExpiredRows } from "../../processes/housekeeping.ts";
import { makeUser } from "../../testing/factories.ts";
import { codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { NOT_LET_IN, type WorkAccountTest, cookieIn, post, startWorkAccountTest } from "../../testing/work-account.ts";

/* Which accounts can sign in. ms-login-tokens.test.ts tests the tokens. */

let test: WorkAccountTest;
beforeAll(async () => {
  test = await startWorkAccountTest();
});
afterAll(() => test.close());

const person = (given: Partial<typeof users.$inferInsert> = {}, to = test) => makeUser(to.api.database.db, given);

describe("user.msLogin", () => {
  it("S7.02 signs in an account that an admin created, by its verified e-mail", async () => {
    const { sid, email } = await person({ name: "Ada" });
    const { response, data } = await test.signIn({ email: email.toUpperCase() });
    expect(data).toEqual({
      user: { sid, email, name: "Ada", role: "user" },
      session: { id: expect.stringMatching(/^[a-z0-9]{24}$/) },
    });
    expect(cookieIn(response, "precount")).toMatch(/^precount=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookieIn(response, "precount-work-account")).toMatch(/^precount-work-account=; Max-Age=0/);
    const cookie = cookieIn(response, "precount").split(";")[0] ?? "";
    const headers = { cookie, "x-session-id": data.session.id };
    const asked = await test.api.inject({ url: "/trpc/user.getAuthUser", headers });
    expect(asked.json().result.data.email).toBe(email);
    const [stored] = await test.api.database.db.select().from(users).where(eq(users.sid, sid));
    expect(stored?.lastLoginAt).toBeInstanceOf(Date);
  });

  it("identifies a person by issuer and subject from then on, even after a change of e-mail", async () => {
    const { sid, email } = await person();
    expect((await test.signIn({ sub: "lasting", email })).data.user.sid).toBe(sid);
    const renamed = await test.signIn({ sub: "lasting", email: "somebody.else@example.test", email_verified: false });
    expect(renamed.data.user.sid).toBe(sid);
  });

  it("refuses a new owner of an e-mail at the provider until an admin forgets the previous work account", async () => {
    const { sid, email } = await person();
    await test.signIn({ sub: "the one before", email });
    expect((await test.signIn({ sub: "the one after", email })).error).toEqual(NOT_LET_IN);
    const admin = await test.api.signIn({ role: "admin" });
    expect(await admin.rpc.user.forgetWorkAccount.mutate({ sid })).toEqual({ forgotten: 1 });
    expect((await test.signIn({ sub: "the one after", email })).data.user.sid).toBe(sid);
    expect((await test.signIn({ sub: "the one before", email })).error).toEqual(NOT_LET_IN);
    const nobody = admin.rpc.user.forgetWorkAccount.mutate({ sid: "a".repeat(24) });
    expect(await codeOf(nobody)).toBe("NOT_FOUND");
  });

  it("gives two first sign-ins at once the same account", async () => {
    const { sid, email } = await person();
    const both = await Promise.all([test.signIn({ sub: "twice", email }), test.signIn({ sub: "twice", email })]);
    expect(both.map(({ data }) => data.user.sid)).toEqual([sid, sid]);
    expect(await test.api.database.db.$count(workAccounts, eq(workAccounts.userSid, sid))).toBe(1);
  });

  it("ends the session that the browser had until then", async () => {
    const former = await test.api.signIn();
    const { email } = await person();
    const { nonce, cookie } = await test.begin();
    const token = await test.provider.sign(test.claimsFor(nonce, { email }));
    await test.present(token, `${cookie}; ${former.headers.cookie}`);
    expect(await codeOf(former.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("ignores the username and unknown fields and claims", async () => {
    const admin = await person({ role: "admin" });
    const { sid, email } = await person();
    const { nonce, cookie } = await test.begin();
    const claims = { email, role: "admin", roles: ["admin"], isBlocked: false };
    const token = await test.provider.sign(test.claimsFor(nonce, claims));
    const more = { username: admin.email, email: admin.email, role: "admin", isBlocked: false, userSid: admin.sid };
    expect((await test.present(token, cookie, more)).data.user).toMatchObject({ sid, role: "user" });
  });
});

describe("people who may not sign in get the same answer", () => {
  it("without an account", async () => {
    const before = await test.api.database.db.$count(sessions);
    expect((await test.signIn({ email: "nobody@example.test" })).error).toEqual(NOT_LET_IN);
    expect(await test.api.database.db.$count(sessions)).toBe(before);
  });

  it("with a blocked account, linked or not", async () => {
    const { db } = test.api.database;
    const fresh = await person({ isBlocked: true });
    expect((await test.signIn({ email: fresh.email })).error).toEqual(NOT_LET_IN);
    expect(await db.$count(workAccounts, eq(workAccounts.userSid, fresh.sid))).toBe(0);
    const { sid, email } = await person();
    await test.signIn({ sub: "blocked later", email });
    await db.update(users).set({ isBlocked: true }).where(eq(users.sid, sid));
    expect((await test.signIn({ sub: "blocked later", email })).error).toEqual(NOT_LET_IN);
  });

  it("with an unverified e-mail", async () => {
    const { email } = await person();
    for (const email_verified of [false, undefined, "true", 1]) {
      expect((await test.signIn({ email, email_verified })).error).toEqual(NOT_LET_IN);
    }
    const elsewhere = { email: undefined, preferred_username: email, upn: email };
    expect((await test.signIn(elsewhere)).error).toEqual(NOT_LET_IN);
  });

  it.each(["ｇrace@precount.test", "grace@precount.test ", "grace@precount.test\n", "grace", 7, null, ["x"]])(
    "an e-mail that resembles an account's, or is invalid: %j",
    async (email) => {
      if (email === "grace") await person({ email: "grace@precount.test" });
      expect((await test.signIn({ email })).error).toEqual(NOT_LET_IN);
    },
  );
});

describe("a client that keeps sending invalid tokens", () => {
  it("is throttled after 200 failures in 15 minutes; other addresses are not", async () => {
    const { services } = test.api;
    const app = await createApi({ ...services, config: { ...services.config, trustProxy: true } });
    const from = async (address: string) => {
      const headers = { "x-forwarded-for": address };
      const payload = { idToken: "x.y.z" };
      return app.inject({ method: "POST", url: "/trpc/user.msLogin", headers, payload });
    };
    const codes = await Promise.all(Array.from({ length: 210 }, async () => (await from("10.9.8.7")).statusCode));
    expect(codes.filter((code) => code === 401)).toHaveLength(200);
    const late = await from("10.9.8.7");
    expect(late.statusCode).toBe(429);
    expect(Number(late.headers["retry-after"])).toBeGreaterThan(0);
    expect((await from("10.9.8.6")).statusCode).toBe(401);
    await app.close();
  });
});

describe("the nonce", () => {
  it("is bound to an HttpOnly cookie for ten minutes, and cannot be derived from it", async () => {
    const response = await post(test.api, "msNonce", {});
    const cookie = cookieIn(response, "precount-work-account");
    expect(cookie).toMatch(
      /^precount-work-account=\d{10}\.[\w-]{43}\.1; Max-Age=600; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const { nonce } = response.json().result.data;
    expect(nonce).toMatch(/^[\w-]{43}$/);
    expect(cookie).not.toContain(nonce);
  });

  it("has a __Host- cookie with Secure over TLS", async () => {
    const { services } = test.api;
    const app = await createApi({ ...services, config: { ...services.config, publicUrl: "https://precount.example" } });
    const secure = await app.inject({ method: "POST", url: "/trpc/user.msNonce", payload: {} });
    expect(cookieIn(secure, "__Host-precount-work-account")).toMatch(/; HttpOnly; Secure; SameSite=Strict$/);
    await app.close();
  });

  it("is stored as a hash when it was used, and deleted when it expires", async () => {
    const { db } = test.api.database;
    await db.delete(workAccountNonces);
    const { nonce, cookie } = await test.begin();
    expect(await db.$count(workAccountNonces)).toBe(0);
    const { email } = await person();
    await test.present(await test.provider.sign(test.claimsFor(nonce, { email })), cookie);
    const [row] = await db.select().from(workAccountNonces);
    expect(row?.hash).toEqual(createHash("sha256").update(nonce).digest());
    await removeExpiredRows(test.api.services);
    expect(await db.$count(workAccountNonces)).toBe(1);
    await db.update(workAccountNonces).set({ expiresAt: new Date(Date.now() - 61_000) });
    await removeExpiredRows(test.api.services);
    expect(await db.$count(workAccountNonces)).toBe(0);
  });
});

describe("settings", () => {
  it("OIDC_TRUST_EMAIL accepts addresses that the company's directory has not verified", async () => {
    const trusting = await startWorkAccountTest({ trustsEmail: true });
    const { sid, email } = await person({}, trusting);
    const claims = { email: undefined, email_verified: undefined, preferred_username: email };
    expect((await trusting.signIn(claims)).data.user.sid).toBe(sid);
    await trusting.close();
  });

  it.each([true, 1, "1", "true"])("Entra's xms_edov counts as verified: %j", async (xms_edov) => {
    const { sid, email } = await person();
    expect((await test.signIn({ email, email_verified: undefined, xms_edov })).data.user.sid).toBe(sid);
  });

  it("give the browser only the fields that it needs", async () => {
    const { issuer: authority } = test.provider;
    expect(await test.api.anonymous.user.signInOptions.query()).toEqual({
      workAccount: { name: "Example", clientId: "precount-test", authority, domainHint: "example.test" },
    });
  });

  it("without a provider are empty", async () => {
    const without = await createTestApi();
    const refusal = {
      code: "PRECONDITION_FAILED",
      message: "No work-account provider is set up here. Sign in with your e-mail and password.",
    };
    expect(await without.anonymous.user.signInOptions.query()).toEqual({ workAccount: null });
    expect(await errorOf(without.anonymous.user.msNonce.mutate())).toEqual(refusal);
    expect(await errorOf(without.anonymous.user.msLogin.mutate({ idToken: "x", username: "x" }))).toEqual(refusal);
    await without.close();
  });
});
