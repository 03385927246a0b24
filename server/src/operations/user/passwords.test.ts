import { createHmac } from "node:crypto";
import { decodeResetToken, firstPasswordExpiry } from "@precount/domain";
import { SignJWT } from "jose";
import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LINK_MS } from "../../auth/password-link.ts";
import { hashPassword, verifyPassword } from "../../auth/password.ts";
import { readServerSecret } from "../../db/server-secrets.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { passwordLinks } from "../../db/schema/sign-in.ts";
import { users } from "../../db/schema/users.ts";
import { makeUser } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { makeLinkTokenFor } from "./password-links.ts";

const PASSWORD = "Shelf-photos-2026";
const NEXT = "Other-photos-2027";
const REFUSED = {
  code: "BAD_REQUEST",
  message: "This link no longer works. Please ask an admin for a new one.",
};
let api: TestApi;
let admin: Caller;
let passwordHash: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());

const makeAccount = (given: Partial<typeof users.$inferInsert> = {}) =>
  makeUser(api.database.db, { passwordHash, ...given });
async function newLink(sid: string): Promise<string> {
  const { link } = await admin.rpc.user.makeSetPasswordLink.mutate({ sid });
  return new URL(link.url).searchParams.get("token") ?? "";
}
const reset = (email: string, token: string, password = NEXT) =>
  api.anonymous.user.resetPassword.mutate({ email, password, token });
const signIn = (email: string, password: string) => codeOf(api.anonymous.user.login.mutate({ email, password }));

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const own = async () => (await readServerSecret(api.database.db, "password-links")).secret;

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

const signed = (claims: Record<string, unknown>, secret: Uint8Array, alg = "HS256") =>
  new SignJWT(claims).setProtectedHeader({ alg }).sign(secret);

type Case = (token: string, account: { email: string; sid: string }) => string | Promise<string>;
const change = (caller: Caller, current: string, password: string) =>
  caller.rpc.user.changeOwnPassword.mutate({ current, password });

describe("user.resetPassword", () => {
  it("S7.02 S3.19 sets the password once, and ends the person's sessions", async () => {
    const caller = await api.signIn();
    const { email, sid } = caller.user;
    const token = await newLink(sid);
    expect(decodeResetToken(token, Date.now())).toMatchObject({ ok: true, value: { sub: email } });
    expect(await reset(` ${email.toUpperCase()} `, token)).toMatchObject({ user: { sid } });
    expect(await codeOf(caller.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    expect(await signIn(email, NEXT)).toBe("not refused");
    expect(await errorOf(reset(email, token, PASSWORD))).toEqual(REFUSED);
    expect(await signIn(email, NEXT)).toBe("not refused");
  });

  it("signs in: only the new session is left, and the browser's earlier one has ended", async () => {
    const { sid, email } = await makeAccount();
    const earlier = await api.signIn();
    const token = await newLink(sid);
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.resetPassword",
      headers: earlier.headers,
      payload: { email, password: NEXT, token },
    });
    const { user, session } = response.json().result.data;
    expect(user).toMatchObject({ sid, email });
    const [cookie = ""] = [response.headers["set-cookie"]].flat();
    expect(cookie).toMatch(/^precount=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const headers = { cookie: cookie.split(";")[0] ?? "", "x-session-id": session.id };
    expect(await api.rpcWith(headers).user.getAuthUser.query()).toMatchObject({ sid });
    expect(await codeOf(earlier.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    const [stored] = await api.database.db.select().from(users).where(eq(users.sid, sid));
    expect(stored?.lastLoginAt).toBeInstanceOf(Date);
    expect(await api.database.db.select().from(sessions).where(eq(sessions.userSid, sid))).toHaveLength(1);
  });

  it("says that a second factor must be added, where the person's role needs one", async () => {
    const { sid, email } = await makeAccount();
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: ["user"], idleMinutes: 240 });
    expect(await reset(email, await newLink(sid))).toMatchObject({ user: { sid }, mustAddFactor: true });
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: [], idleMinutes: 240 });
  });

  it("lets one of several concurrent calls succeed", async () => {
    const { email, sid } = await makeAccount();
    const token = await newLink(sid);
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, n) => codeOf(reset(email, token, `Shelf-number-${n}`))),
    );
    expect(answers.filter((answer) => answer === "not refused")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "BAD_REQUEST")).toHaveLength(4);
  });

  it("invalidates the older of two links", async () => {
    const { email, sid } = await makeAccount();
    const [older, newer] = [await newLink(sid), await newLink(sid)];
    expect(await errorOf(reset(email, older))).toEqual(REFUSED);
    expect(await codeOf(reset(email, newer))).toBe("not refused");
  });

  it("S5.11 expires after 24 hours, by the token's time and by the database's", async () => {
    const { db } = api.database;
    const { email, sid } = await makeAccount();
    const token = await newLink(sid);
    const [createdAt, expiresAt] = [new Date(Date.now() - LINK_MS), new Date(Date.now() - 1000)];
    await db.update(passwordLinks).set({ createdAt, expiresAt }).where(eq(passwordLinks.userSid, sid));
    expect(await errorOf(reset(email, token))).toEqual(REFUSED);
  });

  it("is valid after a restart and on every server of this database", async () => {
    const { email, sid } = await makeAccount();
    const token = await newLink(sid);
    const secrets = await Promise.all([1, 2, 3].map(() => readServerSecret(api.database.db, "password-links")));
    expect(new Set(secrets.map(({ secret }) => secret.toString("hex"))).size).toBe(1);
    expect(await codeOf(reset(email, token))).toBe("not refused");
    const made = await Promise.all([1, 2, 3, 4].map(() => readServerSecret(api.database.db, "a-new-one")));
    expect(new Set(made.map(({ secret }) => secret.toString("hex"))).size).toBe(1);
  });

  describe("refuses with the same answer", () => {
    const cases: Readonly<Record<string, Case>> = {
      "no token at all": () => "x",
      "one that is three dots": () => "...",
      "a signature that is a letter off": (token) => token.replace(/.(?=.$)/, (c) => (c === "A" ? "B" : "A")),
      "a signature that is cut off": (token) => token.split(".").slice(0, 2).join(".") + ".",
      "another person's e-mail put in": (token) => {
        const [head, , tail] = token.split(".");
        return [head, encode({ ...claimsOf(token), sub: admin.user.email }), tail].join(".");
      },
      "a later expiry put in": (token) => {
        const [head, , tail] = token.split(".");
        return [head, encode({ ...claimsOf(token), exp: 9_999_999_999 }), tail].join(".");
      },
      "alg none": (token) => `${encode({ alg: "none", typ: "JWT" })}.${token.split(".")[1]}.`,
      "alg None, with the signature left": (token) => [encode({ alg: "None" }), ...token.split(".").slice(1)].join("."),
      "HS512 with our own key": async (token) =>
        signed(claimsOf(token), Buffer.concat([await own(), await own()]), "HS512"),
      "another key": (token) => signed(claimsOf(token), Buffer.alloc(32, 1)),
      "an empty key": (token) => {
        const text = token.split(".").slice(0, 2).join(".");
        return `${text}.${createHmac("sha256", "").update(text).digest("base64url")}`;
      },
      "ours, for another purpose": async (token) => signed({ ...claimsOf(token), aud: "precount/other" }, await own()),
      "ours, of another issuer": async (token) => signed({ ...claimsOf(token), iss: "eve" }, await own()),
      "ours, expired": async (token) => {
        const claims = claimsOf(token);
        return signed({ ...claims, iat: Number(claims.iat) - 90_000, exp: Number(claims.exp) - 90_000 }, await own());
      },
      "ours, for longer than a day": async (token) => {
        const claims = claimsOf(token);
        return signed({ ...claims, iat: Number(claims.iat) - 90_000 }, await own());
      },
      "ours, without an expiry": async (token) => {
        const { exp: _, ...claims } = claimsOf(token);
        return signed(claims, await own());
      },
      "ours, with an id that was never given out": async (token) =>
        signed({ ...claimsOf(token), jti: "x" }, await own()),
    };
    it.each(Object.keys(cases))("%s", async (name) => {
      const account = await makeAccount();
      const good = await newLink(account.sid);
      const bad = (await cases[name]?.(good, account)) ?? "";
      expect(bad).not.toBe(good);
      expect(await errorOf(reset(account.email, bad))).toEqual(REFUSED);
      expect(await codeOf(reset(account.email, good))).toBe("not refused");
    });

    it("another person's link, an unknown e-mail and a blocked account", async () => {
      const [mine, theirs] = [await makeAccount(), await makeAccount()];
      const token = await newLink(theirs.sid);
      expect(await errorOf(reset(mine.email, token))).toEqual(REFUSED);
      expect(await errorOf(reset("nobody@precount.test", token))).toEqual(REFUSED);
      await api.database.db.update(users).set({ isBlocked: true }).where(eq(users.sid, theirs.sid));
      expect(await errorOf(reset(theirs.email, token))).toEqual(REFUSED);
    });
  });

  it("S5.06 accepts only passwords that keep the rule; the link stays valid", async () => {
    const { email, sid } = await makeAccount();
    const token = await newLink(sid);
    const attempt = (password: string) => errorOf(reset(email, token, password));
    expect(await attempt("Abcdef1")).toMatchObject({ message: "Password must be at least 8 characters long" });
    expect(await attempt(`Aa1${"x".repeat(98)}`)).toMatchObject({
      message: "Password must be no more than 100 characters long",
    });
    expect(await attempt("Summer2026")).toMatchObject({ code: "BAD_REQUEST" });
    expect(await codeOf(reset(email, token))).toBe("not refused");
  });

  it("stores no token in any table", async () => {
    const { sid } = await makeAccount();
    const token = await newLink(sid);
    const [row] = await api.database.db.select().from(passwordLinks).where(eq(passwordLinks.userSid, sid));
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());
    expect(row?.idHash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(claims.jti);
  });
});

describe("an expired generated password", () => {
  /** Every way to set the password of an existing account. */
  const WAYS: Readonly<Record<string, (account: { sid: string; email: string }, next: string) => Promise<unknown>>> = {
    "the account page, in a session that is still open": async ({ sid, email }, next) => {
      const caller = await api.signInAs({ sid, email, name: "Admin", role: "admin" });
      return change(caller, PASSWORD, next);
    },
    "an admin's set-password link": async ({ sid, email }, next) => reset(email, await newLink(sid), next),
    "a set-password link of the command line": async ({ email }, next) => {
      const location = { ...api.services.config, databaseUrl: api.services.databaseUrl };
      return reset(email, await makeLinkTokenFor(location, email), next);
    },
  };

  it.each(Object.keys(WAYS))("is replaced with %s; the new one does not expire", async (way) => {
    const expiry = firstPasswordExpiry(new Date("2020-01-01"));
    const { sid, email } = await makeAccount({ role: "admin", passwordExpiresAt: expiry });
    expect(await signIn(email, PASSWORD)).toBe("UNAUTHORIZED");
    const same = { code: "BAD_REQUEST", message: "This is the password that you have now. Please choose another one" };
    expect(await errorOf(WAYS[way]?.({ sid, email }, PASSWORD) ?? Promise.resolve())).toEqual(same);
    expect(await signIn(email, PASSWORD)).toBe("UNAUTHORIZED");
    await WAYS[way]?.({ sid, email }, NEXT);
    expect(await signIn(email, NEXT)).toBe("not refused");
    const [row] = await api.database.db.select().from(users).where(eq(users.sid, sid));
    expect(row?.passwordExpiresAt).toBeNull();
  });
});

describe("user.makeSetPasswordLink", () => {
  it("is created by admins for existing accounts that are not blocked", async () => {
    const [account, blocked] = [await makeAccount(), await makeAccount({ isBlocked: true })];
    const user = await api.signIn();
    expect(await codeOf(user.rpc.user.makeSetPasswordLink.mutate({ sid: account.sid }))).toBe("FORBIDDEN");
    expect(await errorOf(admin.rpc.user.makeSetPasswordLink.mutate({ sid: blocked.sid }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "This user is blocked. Unblock the user first.",
    });
    const unknown = account.sid.replace(/.$/, (letter) => (letter === "a" ? "b" : "a"));
    expect(await codeOf(admin.rpc.user.makeSetPasswordLink.mutate({ sid: unknown }))).toBe("NOT_FOUND");
  });

  it("starts with the address that the admin's browser uses", async () => {
    const { sid } = await makeAccount();
    const make = async (headers: Record<string, string>) => {
      const response = await api.inject({
        method: "POST",
        url: "/trpc/user.makeSetPasswordLink",
        headers: { ...admin.headers, ...headers },
        payload: { sid },
      });
      return new URL(response.json().result.data.link.url).origin;
    };
    expect(await make({ host: "precount.lan:3000" })).toBe("http://precount.lan:3000");
    // A proxy terminates TLS; only the browser uses https.
    expect(await make({ host: "precount.lan", origin: "https://precount.lan" })).toBe("https://precount.lan");
    expect(await make({ host: "precount.lan", origin: "https://evil.example" })).toBe("http://precount.lan");
    expect(await make({ host: "precount.lan", "x-forwarded-host": "evil.example" })).toBe("http://precount.lan");
  });
});

describe("user.changeOwnPassword", () => {
  it("needs the current one; ends the other sessions and an open link, keeps this one", async () => {
    const { db } = api.database;
    const account = await makeAccount();
    const [here, there] = [await api.signInAs(account), await api.signInAs(account)];
    const token = await newLink(account.sid);
    expect(await errorOf(change(here, "Wrong-password-1", NEXT))).toEqual({
      code: "BAD_REQUEST",
      message: "The current password is wrong.",
    });
    expect(await change(here, PASSWORD, NEXT)).toEqual({ ok: true });
    expect(await codeOf(here.rpc.user.getAuthUser.query())).toBe("not refused");
    expect(await codeOf(there.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    expect(await errorOf(reset(account.email, token))).toEqual(REFUSED);
    const [row] = await db.select().from(users).where(eq(users.sid, account.sid));
    expect(await verifyPassword(NEXT, row?.passwordHash ?? null)).toBe(true);
  });

  it("refuses weak passwords, and accounts without a password", async () => {
    const caller = await api.signInAs(await makeAccount());
    expect(await codeOf(change(caller, PASSWORD, "Password1"))).toBe("BAD_REQUEST");
    const without = await api.signInAs(await makeAccount({ passwordHash: null }));
    expect(await codeOf(change(without, PASSWORD, NEXT))).toBe("BAD_REQUEST");
    expect(await codeOf(api.anonymous.user.changeOwnPassword.mutate({ current: PASSWORD, password: NEXT }))).toBe(
      "UNAUTHORIZED",
    );
  });
});
