import type { Role } from "@precount/domain";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { encryptFor } from "../../auth/encrypt.ts";
import { codeOfSecret, describeTotpSecret, stepOfCode } from "../../auth/factors/totp.ts";
import { hashPassword } from "../../auth/password.ts";
import { rotateKeys } from "../../auth/rotate-keys.ts";
import { and, eq, isNull, sql } from "../../db/drizzle.ts";
import { recoveryCodes, userFactors } from "../../db/schema/factors.ts";
import { sessions } from "../../db/schema/sessions.ts";
import { signInFailures } from "../../db/schema/sign-in.ts";
import { auditEntries } from "../../db/schema/audit.ts";
import { listServerSecrets } from "../../db/server-secrets.ts";
import { makeUser } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

const PASSWORD = "Shelf-photos-2026";
const STEP_MS = 30_000;
let api: TestApi;
let admin: Caller;
let passwordHash: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());
beforeEach(() => api.database.db.delete(signInFailures));

async function makePerson(role: Role = "user"): Promise<Caller> {
  return api.signInAs(await makeUser(api.database.db, { role, passwordHash }));
}

/** Adds an authenticator app. The code of this step can be used again, so that no test waits for the next step. */
async function addApp({ rpc, user }: Caller): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { ticket, secret } = await rpc.factor.beginTotp.mutate();
  const { recoveryCodes: codes } = await rpc.factor.addTotp.mutate({
    ticket,
    name: "Phone",
    code: codeOfSecret(secret),
  });
  await api.database.db.update(userFactors).set({ totpLastStep: null }).where(eq(userFactors.userSid, user.sid));
  return { secret, recoveryCodes: codes ?? [] };
}

const login = (email: string) => api.anonymous.user.login.mutate({ email, password: PASSWORD });
async function beginLogin(email: string) {
  const step = await login(email);
  if (!("secondFactor" in step)) throw new Error("no second factor was asked for");
  return step.secondFactor;
}
const verify = (ticket: string, code: string, kind: "totp" | "recovery" = "totp") =>
  api.anonymous.user.verifySecondFactor.mutate({ ticket, proof: { kind, code } });

describe("a one-time code", () => {
  it("is needed after the password once an app is added, and opens the session", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    const before = await api.database.db.$count(sessions, eq(sessions.userSid, person.user.sid));
    const choices = await beginLogin(person.user.email);
    expect(choices).toMatchObject({ hasTotp: true, hasRecoveryCodes: true, hasPassword: false, passkey: null });
    expect(await api.database.db.$count(sessions, eq(sessions.userSid, person.user.sid))).toBe(before);
    expect(await errorOf(verify(choices.ticket, "000000"))).toMatchObject({ code: "UNAUTHORIZED" });
    const { user } = await verify(choices.ticket, codeOfSecret(secret));
    expect(user.sid).toBe(person.user.sid);
    expect(await codeOf(verify(choices.ticket, codeOfSecret(secret)))).toBe("PRECONDITION_FAILED");
  });

  it("is accepted once, also by concurrent calls", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    const code = codeOfSecret(secret);
    const tickets = await Promise.all([1, 2, 3].map(async () => (await beginLogin(person.user.email)).ticket));
    const codes = await Promise.all(tickets.map((ticket) => codeOf(verify(ticket, code))));
    expect(codes.toSorted()).toEqual(["UNAUTHORIZED", "UNAUTHORIZED", "not refused"]);
  });

  it.each([
    [-1, 0],
    [0, 1],
    [1, 2],
    [-2, null],
    [2, null],
  ])("of a clock that is %i steps off is of step %j", (steps, expected) => {
    const [secret, nowMs] = [Buffer.alloc(20, 7), 45_000];
    const code = codeOfSecret(describeTotpSecret(secret, "ada@precount.test").secret, nowMs + steps * STEP_MS);
    expect(stepOfCode(secret, code, nowMs)).toBe(expected);
  });

  it("is throttled after ten wrong ones", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    for (let n = 0; n < 10; n++) {
      const { ticket } = await beginLogin(person.user.email);
      expect(await codeOf(verify(ticket, "000000"))).toBe("UNAUTHORIZED");
    }
    const { ticket } = await beginLogin(person.user.email);
    expect(await codeOf(verify(ticket, codeOfSecret(secret)))).toBe("TOO_MANY_REQUESTS");
  });

  it("cannot be verified after the password has changed", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    const { ticket } = await beginLogin(person.user.email);
    await person.rpc.user.changeOwnPassword.mutate({ current: PASSWORD, password: "Shelf-photos-2027" });
    expect(await codeOf(verify(ticket, codeOfSecret(secret)))).toBe("PRECONDITION_FAILED");
  });

  it("has a secret that is stored encrypted for its user only", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    const [row] = await api.database.db.select().from(userFactors).where(eq(userFactors.userSid, person.user.sid));
    expect(row?.totpSecret?.includes(secret)).toBe(false);
    const other = await makePerson();
    await addApp(other);
    await api.database.db
      .update(userFactors)
      .set({ totpSecret: await encryptFor(api.database.db, "somebody-else", Buffer.alloc(20)) })
      .where(eq(userFactors.userSid, other.user.sid));
    const { ticket } = await beginLogin(other.user.email);
    expect(await codeOf(verify(ticket, "123456"))).toBe("INTERNAL_SERVER_ERROR");
    await api.database.db.delete(userFactors).where(eq(userFactors.userSid, other.user.sid));
  });
});

describe("a recovery code", () => {
  it("replaces a lost factor once, is shown once and stored as a hash", async () => {
    const person = await makePerson();
    const { recoveryCodes: codes } = await addApp(person);
    expect(codes).toHaveLength(10);
    const [code = ""] = codes;
    const stored = await api.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userSid, person.user.sid));
    expect(stored.every(({ codeHash }) => codeHash.length === 32)).toBe(true);
    await verify((await beginLogin(person.user.email)).ticket, code.toUpperCase(), "recovery");
    expect(await codeOf(verify((await beginLogin(person.user.email)).ticket, code, "recovery"))).toBe("UNAUTHORIZED");
    expect(await person.rpc.factor.fetchFactors.query()).toMatchObject({ recoveryCodesLeft: 9 });
    const renewed = await person.rpc.factor.makeRecoveryCodes.mutate();
    expect(await codeOf(verify((await beginLogin(person.user.email)).ticket, codes[1] ?? "", "recovery"))).toBe(
      "UNAUTHORIZED",
    );
    await verify((await beginLogin(person.user.email)).ticket, renewed.recoveryCodes[0] ?? "", "recovery");
  });

  it("is deleted with the last factor", async () => {
    const person = await makePerson();
    await addApp(person);
    const { factors } = await person.rpc.factor.fetchFactors.query();
    const [row] = factors;
    await person.rpc.factor.renameFactor.mutate({ sid: row?.sid ?? "", name: "Old phone" });
    await person.rpc.factor.removeFactor.mutate({ sid: row?.sid ?? "" });
    expect(await person.rpc.factor.fetchFactors.query()).toMatchObject({ factors: [], recoveryCodesLeft: 0 });
    expect("session" in (await login(person.user.email))).toBe(true);
  });
});

describe("factors of a person", () => {
  it("cannot be read or changed by other users; an admin removes them with the sessions", async () => {
    const person = await makePerson();
    await addApp(person);
    const { factors } = await person.rpc.factor.fetchFactors.query();
    const sid = factors[0]?.sid ?? "";
    expect(await codeOf(admin.rpc.factor.removeFactor.mutate({ sid }))).toBe("NOT_FOUND");
    expect(await admin.rpc.user.resetFactors.mutate({ sid: person.user.sid })).toMatchObject({ hasFactor: false });
    expect(await codeOf(person.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
    const entries = await api.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subjectSid, person.user.sid));
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["factor.addTotp", "user.resetFactors"]),
    );
  });
});

describe("a required second factor", () => {
  afterEach(() => admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: [], idleMinutes: 240 }));

  it("leaves a person without one nothing but to add it, in open sessions too", async () => {
    const person = await makePerson();
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: ["user"], idleMinutes: 240 });
    expect(await login(person.user.email)).toMatchObject({ mustAddFactor: true });
    expect(await errorOf(person.rpc.user.getAuthUser.query())).toEqual({
      code: "FORBIDDEN",
      message: "Add a second factor to your account first.",
    });
    expect(await codeOf(person.rpc.user.fetchOwnSessions.query())).toBe("FORBIDDEN");
    const download = await api.inject({ url: "/api/openapi.json", headers: person.headers });
    expect(download.statusCode).toBe(403);
    await addApp(person);
    expect(await codeOf(person.rpc.user.getAuthUser.query())).toBe("not refused");
    expect(await codeOf(admin.rpc.user.getAuthUser.query())).toBe("not refused");
  });

  it("does not concern work accounts", async () => {
    const person = await makePerson();
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: ["user"], idleMinutes: 240 });
    await api.database.db.update(sessions).set({ method: "work-account" }).where(eq(sessions.userSid, person.user.sid));
    expect(await codeOf(person.rpc.user.getAuthUser.query())).toBe("not refused");
  });
});

const setAge = (caller: Caller, minutes: number, column: "confirmedAt" | "lastUsedAt") =>
  api.database.db
    .update(sessions)
    .set({ [column]: sql`now() - make_interval(mins => ${minutes}::int)` })
    .where(eq(sessions.id, caller.headers["x-session-id"] ?? ""));

const createToken = ({ rpc }: Caller) =>
  rpc.token.createToken.mutate({ name: "A", scopes: ["read"], expiresInDays: 1 });

describe("a sensitive call", () => {
  it("needs a proof that is at most ten minutes old", async () => {
    const person = await makePerson();
    await setAge(person, 9, "confirmedAt");
    expect(await codeOf(createToken(person))).toBe("not refused");
    await setAge(person, 11, "confirmedAt");
    expect(await errorOf(createToken(person))).toEqual({
      code: "PRECONDITION_REQUIRED",
      message: "Please confirm that it is you.",
    });
    expect(await codeOf(person.rpc.token.fetchTokens.query())).toBe("not refused");
    const { ticket } = await person.rpc.factor.beginConfirmation.mutate();
    const prove = (password: string) =>
      person.rpc.factor.confirm.mutate({ ticket, proof: { kind: "password", password } });
    expect(await codeOf(prove("Wrong-words-1"))).toBe("BAD_REQUEST");
    await prove(PASSWORD);
    expect(await codeOf(createToken(person))).toBe("not refused");
  });

  it("accepts a code as the proof", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    await setAge(person, 11, "confirmedAt");
    const { ticket, hasTotp } = await person.rpc.factor.beginConfirmation.mutate();
    expect(hasTotp).toBe(true);
    await person.rpc.factor.confirm.mutate({ ticket, proof: { kind: "totp", code: codeOfSecret(secret) } });
    expect(await codeOf(createToken(person))).toBe("not refused");
  });
});

describe("a session without remember-me", () => {
  it("ends after the idle time, which background calls do not extend", async () => {
    const person = await makePerson();
    await setAge(person, 244, "lastUsedAt");
    const quiet = api.rpcWith({ ...person.headers, "x-idle": "1" });
    expect(await codeOf(quiet.user.getAuthUser.query())).toBe("not refused");
    await setAge(person, 246, "lastUsedAt");
    expect(await codeOf(person.rpc.user.getAuthUser.query())).toBe("UNAUTHORIZED");
  });

  it("is kept by use, and forever without an idle time", async () => {
    const person = await makePerson();
    await setAge(person, 240, "lastUsedAt");
    await person.rpc.user.getAuthUser.query();
    const [row] = await api.database.db.select().from(sessions).where(eq(sessions.userSid, person.user.sid));
    expect(Date.now() - (row?.lastUsedAt.getTime() ?? 0)).toBeLessThan(60_000);
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: [], idleMinutes: 0 });
    await setAge(person, 600, "lastUsedAt");
    expect(await codeOf(person.rpc.user.getAuthUser.query())).toBe("not refused");
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: [], idleMinutes: 240 });
  });
});

describe("a set-password link of a person with a second factor", () => {
  it("sets the password and asks for the factor before a session is open", async () => {
    const person = await makePerson();
    const { secret } = await addApp(person);
    const { link } = await admin.rpc.user.makeSetPasswordLink.mutate({ sid: person.user.sid });
    const token = new URL(link.url).searchParams.get("token") ?? "";
    const { email, sid } = person.user;
    const step = await api.anonymous.user.resetPassword.mutate({ email, password: "Shelf-photos-2028", token });
    if (!("secondFactor" in step)) throw new Error("signed in without the factor");
    const own = and(eq(sessions.userSid, sid), isNull(sessions.endedAt));
    expect(await api.database.db.select().from(sessions).where(own)).toEqual([]);
    expect(await codeOf(verify(step.secondFactor.ticket, codeOfSecret(secret)))).toBe("not refused");
    expect(await api.database.db.select().from(sessions).where(own)).toHaveLength(1);
  });
});

describe("rotating the keys", () => {
  it("keeps links and secrets readable, and deletes keys that nothing valid uses", async () => {
    const { db } = api.database;
    const person = await makePerson();
    const { secret } = await addApp(person);
    const { link } = await admin.rpc.user.makeSetPasswordLink.mutate({ sid: person.user.sid });
    const first = await db.transaction((tx) => rotateKeys(tx));
    expect(first.keys).toContainEqual({ name: "factors", version: 2, kept: [1] });
    expect(first.reencrypted).toBeGreaterThan(0);
    const { ticket } = await beginLogin(person.user.email);
    expect(await codeOf(verify(ticket, codeOfSecret(secret)))).toBe("not refused");
    const token = new URL(link.url).searchParams.get("token") ?? "";
    const password = "Shelf-photos-2028";
    await api.anonymous.user.resetPassword.mutate({ email: person.user.email, password, token });
    const tomorrow = new Date(Date.now() + 26 * 3_600_000);
    await db.transaction((tx) => rotateKeys(tx, tomorrow));
    const versions = (await listServerSecrets(db, "password-links")).map(({ version }) => version);
    expect(versions).toEqual([3, 2]);
  });
});
