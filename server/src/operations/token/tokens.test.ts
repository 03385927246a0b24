import { MAX_TOKENS, SCOPES, type Scope, type TokenAccess, makePatch, scopeOf } from "@precount/domain";
import { eq, sql } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiTokens } from "../../db/schema/api-tokens.ts";
import { users } from "../../db/schema/users.ts";
import { newSid } from "../../lib/ids.ts";
import { appRouter } from "../../rpc/router.ts";
import { makeDetection, makeImage, makeModel, makeProject, makeReport, makeUser } from "../../testing/factories.ts";
import { IS_EXHAUSTIVE } from "../../testing/run-count.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin", name: "Grace" });
});
afterAll(() => api.close());

const make = async ({ rpc }: Caller, scopes: Scope[], expiresInDays = 30): Promise<string> =>
  (await rpc.token.createToken.mutate({ name: "A program", scopes, expiresInDays })).token;
const idOf = (token: string) => token.split("_")[1] ?? "";
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const withToken = (token: string) => api.rpcWith(bearer(token));
const works = async (token: string) => (await codeOf(withToken(token).user.getAuthUser.query())) === "not refused";
const status = async (token: string, url: string) => (await api.inject({ url, headers: bearer(token) })).statusCode;

describe("a token", () => {
  it("is shown once, and only its hash is stored", async () => {
    const user = await api.signIn();
    const { token, row } = await user.rpc.token.createToken.mutate({
      name: "Till",
      scopes: ["read"],
      expiresInDays: 7,
    });
    expect(token).toMatch(/^pc_[a-z0-9]{24}_[\w-]{43}$/);
    expect(token).toContain(row.id);
    expect(row).toMatchObject({ name: "Till", scopes: ["read"], lastUsedAt: null });
    const days = (Date.parse(row.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);
    expect(await user.rpc.token.fetchTokens.query()).toEqual([row]);
    const { rows } = await api.database.pool.query("select jsonb_agg(to_jsonb(t)) as all from api_tokens t");
    expect(JSON.stringify(rows)).not.toContain(token.slice(-43));
    const audited = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: row.id } });
    const sentence = ["created the API token ", { kind: "token", name: row.name }];
    expect(audited.items).toMatchObject([
      { action: "token.createToken", details: { scopes: ["read"] }, description: { sentence } },
    ]);
    expect(JSON.stringify(audited)).not.toContain(token.slice(-43));
  });

  it("that is unknown, expired or revoked is named in the answer", async () => {
    const user = await api.signIn();
    const revoked = await make(user, ["read"]);
    await user.rpc.token.revokeToken.mutate({ id: idOf(revoked) });
    const expired = await make(user, ["read"]);
    await api.database.pool.query("update api_tokens set expires_at = now() where id = $1", [idOf(expired)]);
    const message = "The API token is unknown, expired or revoked. Create one under Your account.";
    for (const token of [revoked, expired, "unknown"]) {
      expect(await errorOf(withToken(token).user.getAuthUser.query())).toEqual({ code: "UNAUTHORIZED", message });
      const answer = await api.inject({ url: "/api/openapi.json", headers: bearer(token) });
      expect([answer.statusCode, answer.json().message]).toEqual([401, message]);
    }
    expect((await api.inject({ url: "/api/openapi.json" })).json().message).toBe("Please sign in.");
  });

  it("is accepted with the scheme in any case", async () => {
    const token = await make(await api.signIn(), ["read"]);
    for (const scheme of ["bearer", "BEARER"]) {
      const headers = { authorization: `${scheme} ${token}` };
      expect([scheme, (await api.inject({ url: "/api/openapi.json", headers })).statusCode]).toEqual([scheme, 200]);
    }
  });

  it("has no session to end: a sign-out changes and records nothing", async () => {
    const user = await api.signIn();
    const token = await make(user, ["read"]);
    expect(await withToken(token).user.logout.mutate()).toEqual({ ok: true, ended: false });
    expect(await works(token)).toBe(true);
    const { rows } = await api.database.pool.query(
      "select action from audit_entries where actor_sid = $1 and action = 'user.logout'",
      [user.user.sid],
    );
    expect(rows).toEqual([]);
  });

  it("acts as its owner, and records its last use", async () => {
    const user = await api.signIn();
    const event = await makeProject(api.database.db, { status: "active" });
    const preview = await makeProject(api.database.db, { status: "preview" });
    const token = await make(user, ["read"]);
    const rpc = withToken(token);
    expect(await rpc.user.getAuthUser.query()).toEqual(user.user);
    expect((await rpc.project.getProject.query({ slug: event.slug })).sid).toBe(event.sid);
    expect(await codeOf(rpc.project.getProject.query({ slug: preview.slug }))).toBe("NOT_FOUND");
    const [row] = await user.rpc.token.fetchTokens.query();
    expect(row).toMatchObject({ lastUsedAt: expect.any(String), address: "127.0.0.1" });
  });

  it("of an admin has no admin rights without the scope admin", async () => {
    const preview = await makeProject(api.database.db, { status: "preview" });
    const [plain, full] = [await make(admin, ["read", "edit"]), await make(admin, ["read", "admin"])];
    expect(await codeOf(withToken(plain).project.getProject.query({ slug: preview.slug }))).toBe("NOT_FOUND");
    expect(await codeOf(withToken(full).project.getProject.query({ slug: preview.slug }))).toBe("not refused");
    expect(await codeOf(withToken(plain).project.activateProject.mutate({ slug: preview.slug }))).toBe("FORBIDDEN");
    expect(await codeOf(withToken(full).project.activateProject.mutate({ slug: preview.slug }))).toBe("not refused");
    const user = await api.signIn();
    const asked = user.rpc.token.createToken.mutate({ name: "More", scopes: ["admin"], expiresInDays: 1 });
    expect(await errorOf(asked)).toEqual({
      code: "FORBIDDEN",
      message: "Only an admin may create a token with the scope 'admin'.",
    });
  });

  it.each([
    [0, "A token is valid for one day at least"],
    [366, "A token is valid for one year at most"],
    [1.5, "expiresInDays: Must be a whole number"],
  ])("is refused for %d days with a sentence", async (expiresInDays, message) => {
    expect(await errorOf(make(admin, ["read"], expiresInDays))).toEqual({ code: "BAD_REQUEST", message });
  });

  it("has the current rights of its owner, not those at its creation", async () => {
    const other = await api.signIn({ role: "admin" });
    const token = await make(other, ["read", "admin"]);
    expect(await codeOf(withToken(token).audit.fetchAudit.query())).toBe("not refused");
    await admin.rpc.user.setRole.mutate({ sid: other.user.sid, role: "user" });
    expect(await errorOf(withToken(token).audit.fetchAudit.query())).toEqual({
      code: "FORBIDDEN",
      message: "Only an admin may do this.",
    });
    expect(await codeOf(withToken(token).user.getAuthUser.query())).toBe("not refused");
  });

  it("ends when its owner or an admin revokes it, when it expires, and permanently with a block", async () => {
    const user = await api.signIn();
    const { sid } = user.user;
    const tokens = [
      await make(user, ["read"]),
      await make(user, ["read"]),
      await make(user, ["read"]),
      await make(user, ["read"]),
    ];
    const [one = "", two = "", three = "", four = ""] = tokens;
    await user.rpc.token.revokeToken.mutate({ id: idOf(one) });
    expect(await works(one)).toBe(false);
    expect(await codeOf(user.rpc.token.revokeToken.mutate({ id: idOf(one) }))).toBe("NOT_FOUND");
    await admin.rpc.token.revokeUserToken.mutate({ sid, id: idOf(two) });
    expect(await works(two)).toBe(false);
    await api.database.db
      .update(apiTokens)
      .set({ createdAt: sql`now() - interval '2 days'`, expiresAt: sql`now() - interval '1 second'` })
      .where(eq(apiTokens.id, idOf(three)));
    expect(await works(three)).toBe(false);
    expect((await admin.rpc.token.fetchUserTokens.query({ sid })).map(({ id }) => id)).toEqual([idOf(four)]);
    expect(await works(four)).toBe(true);
    await admin.rpc.user.blockUser.mutate({ sid });
    expect(await works(four)).toBe(false);
    await admin.rpc.user.unblockUser.mutate({ sid });
    expect(await works(four)).toBe(false);
    const other = await api.signIn();
    const token = await make(other, ["read"]);
    await api.database.db.update(users).set({ isBlocked: true }).where(eq(users.sid, other.user.sid));
    expect(await works(token)).toBe(false);
  });

  it("of another person is NOT_FOUND", async () => {
    const [mine, theirs] = [await api.signIn(), await api.signIn()];
    const id = (await make(theirs, ["read"])).split("_")[1] ?? "";
    expect(await codeOf(mine.rpc.token.revokeToken.mutate({ id }))).toBe("NOT_FOUND");
    expect(await codeOf(mine.rpc.token.revokeToken.mutate({ id: newSid() }))).toBe("NOT_FOUND");
    expect(await codeOf(mine.rpc.token.revokeUserToken.mutate({ sid: theirs.user.sid, id }))).toBe("FORBIDDEN");
    expect(await codeOf(mine.rpc.token.fetchUserTokens.query({ sid: theirs.user.sid }))).toBe("FORBIDDEN");
    expect(await codeOf(admin.rpc.token.revokeUserToken.mutate({ sid: mine.user.sid, id }))).toBe("NOT_FOUND");
    expect(await codeOf(admin.rpc.token.fetchUserTokens.query({ sid: newSid() }))).toBe("NOT_FOUND");
  });

  it("is refused when its owner has fifty", async () => {
    const user = await api.signIn();
    for (let n = 0; n < MAX_TOKENS - 1; n++) await make(user, ["read"]);
    const both = await Promise.all([codeOf(make(user, ["read"])), codeOf(make(user, ["read"]))]);
    expect(new Set(both)).toEqual(new Set(["not refused", "PRECONDITION_FAILED"]));
  });
});

describe("an invalid token", () => {
  it("gives no access", async () => {
    const good = await make(admin, ["read"]);
    const [, id = "", secret = ""] = /^pc_([a-z0-9]{24})_(.*)$/.exec(good) ?? [];
    const other = await make(await api.signIn(), ["read"]);
    const bad = [
      good.slice(0, -1),
      `${good}A`,
      `pc_${id}_${secret.replace(/^./, (letter) => (letter === "A" ? "B" : "A"))}`,
      `pc_${id}_${other.slice(-43)}`,
      `pc_${newSid()}_${secret}`,
      `pc_${id}_`,
      "pc_",
      `pc_${"a".repeat(10_000)}`,
      good.toUpperCase(),
      id,
      secret,
    ];
    for (const token of bad) expect([token, await status(token, "/trpc/user.getAuthUser")]).toEqual([token, 401]);
    expect(
      (await api.inject({ url: "/trpc/user.getAuthUser", headers: { cookie: `precount=${good}` } })).statusCode,
    ).toBe(401);
    expect((await api.inject({ url: `/trpc/user.getAuthUser?token=${good}` })).statusCode).toBe(401);
    expect(await status(good, "/trpc/user.getAuthUser")).toBe(200);
  });
});

/** tRPC stores its procedures under this name, with loose types. */
const DEFINITION = "_def";
type Definition = { type: "query" | "mutation"; meta: { access: "public" | TokenAccess } };
const procedures = Object.entries(appRouter[DEFINITION].procedures).map(([path, procedure]) => {
  // See DEFINITION.
  const { type, meta } = (procedure as unknown as Record<typeof DEFINITION, Definition>)[DEFINITION];
  return { path, type, access: meta.access };
});

/** The scope that a call requires, and one other, another one for each required scope. `script/test-nightly` asks with every scope. */
function scopesToAsk(access: TokenAccess): readonly Scope[] {
  const required = scopeOf(access);
  if (IS_EXHAUSTIVE) return SCOPES;
  if (required === null) return SCOPES.slice(0, 1);
  const at = SCOPES.indexOf(required);
  return [required, ...SCOPES.slice(at - 1).slice(0, 1)];
}

describe("scopes", () => {
  it("every procedure × every scope: a token is refused exactly without the scope that the access requires", async () => {
    const tokens = new Map<Scope, string>();
    for (const scope of SCOPES) tokens.set(scope, await make(admin, [scope]));
    const wrong: unknown[] = [];
    for (const { path, type, access } of procedures) {
      if (access === "public") continue;
      for (const scope of scopesToAsk(access)) {
        const token = tokens.get(scope) ?? "";
        const url = `/trpc/${path}`;
        const headers = bearer(token);
        const response = await api.inject(
          type === "query" ? { url, headers } : { method: "POST", url, headers, payload: {} },
        );
        const message = String(response.json().error?.message ?? "");
        const isRefused = response.statusCode === 403 && /^(A token may not|This token does not)/.test(message);
        if (isRefused !== (scopeOf(access) !== scope))
          wrong.push({ path, access, scope, status: response.statusCode, message });
      }
    }
    expect(procedures.length).toBeGreaterThan(70);
    expect(wrong).toEqual([]);
  });

  it("cannot create tokens or change passwords, people or sessions", async () => {
    const token = await make(admin, [...SCOPES]);
    const rpc = withToken(token);
    const { sid } = await makeUser(api.database.db);
    const calls = [
      () => rpc.token.createToken.mutate({ name: "More", scopes: ["read"], expiresInDays: 365 }),
      () => rpc.token.fetchTokens.query(),
      () => rpc.token.revokeToken.mutate({ id: token.split("_")[1] ?? "" }),
      () => rpc.user.changeOwnPassword.mutate({ current: "a", password: "Shelf-photos-2026" }),
      () => rpc.user.fetchOwnSessions.query(),
      () => rpc.user.endOtherSessions.mutate(),
      () => rpc.user.createUser.mutate({ email: "eve@precount.test", name: "Eve", role: "admin" }),
      () => rpc.user.setRole.mutate({ sid, role: "admin" }),
      () => rpc.user.blockUser.mutate({ sid }),
      () => rpc.user.makeSetPasswordLink.mutate({ sid }),
      () => rpc.group.setUserGroups.mutate({ sid, groups: [] }),
    ];
    for (const call of calls) {
      expect(await errorOf(call())).toEqual({ code: "FORBIDDEN", message: "A token may not do this. Please sign in." });
    }
    expect(await codeOf(admin.rpc.user.fetchOwnSessions.query())).toBe("not refused");
  });

  it("apply to edits, which are stored under the owner's name", async () => {
    const { db } = api.database;
    const user = await api.signIn();
    const event = await makeProject(db, { status: "active" });
    const image = await makeImage(db, { projectSid: event.sid });
    const { sid } = await makeDetection(db, { imageSid: image.sid, modelSid: (await makeModel(db)).sid });
    const push = { sid, patches: [makePatch.code(0, "222222")] };
    const [reading, editing] = [await make(user, ["read", "upload", "export"]), await make(user, ["edit"])];
    expect(await errorOf(withToken(reading).imageDetection.pushImageDetectionPatches.mutate(push))).toEqual({
      code: "FORBIDDEN",
      message: "This token does not have the scope 'edit'.",
    });
    await withToken(editing).imageDetection.pushImageDetectionPatches.mutate(push);
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { actorSid: user.user.sid } });
    expect(items.map(({ action, kind }) => [action, kind])).toContainEqual([
      "imageDetection.pushImageDetectionPatches",
      "result",
    ]);
    expect(items.map(({ kind }) => kind)).toContain("refusal");
    expect(items[0]?.details).toMatchObject({ token: idOf(editing), patches: 1 });
  });

  it("apply to direct routes: previews, downloads, live events and uploads", async () => {
    const { db } = api.database;
    const user = await api.signIn();
    const event = await makeProject(db, { status: "active" });
    const image = await makeImage(db, { projectSid: event.sid });
    const report = await makeReport(db, { projectSid: event.sid, createdBy: user.user.sid });
    const base = `/api/projects/${event.slug}`;
    const addresses: readonly [string, Scope][] = [
      [`${base}/reports/${report.sid}/download`, "export"],
      [`${base}/stats/download`, "export"],
      [`${base}/labels-stats/download`, "export"],
      [`${base}/images/download`, "export"],
      [`/api/images/${image.sid}/download`, "export"],
      [`${base}/images/${image.sid}/contents?w=320`, "read"],
    ];
    for (const [url, scope] of addresses) {
      const [without, exactly] = [
        await make(
          user,
          SCOPES.filter((one) => one !== scope && one !== "admin"),
        ),
        await make(user, [scope]),
      ];
      expect([url, await status(without, url)]).toEqual([url, 403]);
      expect([url, (await status(exactly, url)) === 403]).toEqual([url, false]);
    }
    const live = await api.inject({ url: `${base}/events`, headers: bearer(await make(user, ["edit"])) });
    expect(live.statusCode).toBe(403);
    const upload = async (scope: Scope) =>
      api.inject({
        method: "POST",
        url: `${base}/images/upload`,
        headers: { ...bearer(await make(user, [scope])), "content-type": "multipart/form-data; boundary=x" },
        payload: "--x--\r\n",
      });
    expect((await upload("edit")).statusCode).toBe(403);
    expect((await upload("upload")).json().message).toBe("No file was sent.");
  });
});
