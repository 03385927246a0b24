import { type AuditEntry, type AuditFilters, makePatch, sentenceText } from "@precount/domain";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sealEntries, verifyChain } from "./chain.ts";
import { hashPassword } from "../auth/password.ts";
import { readChainEnd } from "../db/audit/chain.ts";
import { sql } from "../db/drizzle.ts";
import { newSid } from "../lib/ids.ts";
import { makeDetection, makeImage, makeModel, makeProject, makeReport, makeUser } from "../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../testing/test-api.ts";
import { createTestDatabase } from "../testing/test-database.ts";

const PASSWORD = "Shelf-photos-2026";
let api: TestApi;
let admin: Caller;
let passwordHash: string;
beforeAll(async () => {
  api = await createTestApi();
  passwordHash = await hashPassword(PASSWORD);
});
afterAll(() => api.close());
/** The entries of this test's users. */
beforeEach(async () => {
  admin = await api.signIn({ role: "admin", name: "Grace Hopper" });
});

const list = async (filters: AuditFilters = {}): Promise<AuditEntry[]> =>
  (await admin.rpc.audit.fetchAudit.query({ filters, pageSize: 200 })).items;
const last = async (filters: AuditFilters = {}): Promise<AuditEntry | undefined> => (await list(filters))[0];

describe("the audit log", () => {
  it("records sign-ins, failed sign-ins and sign-outs without the typed text", async () => {
    const account = await makeUser(api.database.db, { passwordHash, name: "Ada" });
    const { sid } = account;
    const login = (password: string) => api.anonymous.user.login.mutate({ email: account.email, password });
    expect(await codeOf(login("Wrong-password-1"))).toBe("UNAUTHORIZED");
    expect(await last({ subjectSid: sid })).toMatchObject({
      kind: "sign-in",
      action: "user.login.failed",
      actor: null,
      subject: { kind: "user", sid },
      address: "127.0.0.1",
      details: { code: "UNAUTHORIZED" },
    });
    await login(PASSWORD);
    expect((await list({ userSid: sid })).map(({ action }) => action)).toEqual(["user.login", "user.login.failed"]);
    const entry = await last({ actorSid: sid });
    expect(entry).toMatchObject({ kind: "sign-in", action: "user.login", actor: { sid, name: "Ada" } });
    expect(entry?.credential).toMatch(/^[0-9a-f]{16}$/);
    expect(
      await codeOf(api.anonymous.user.login.mutate({ email: "typo-secret@precount.test", password: PASSWORD })),
    ).toBe("UNAUTHORIZED");
    expect(await last({ kinds: ["sign-in"] })).toMatchObject({ action: "user.login.failed", subject: null });
    const caller = await api.signInAs(account);
    await caller.rpc.user.logout.mutate();
    expect(await last({ actorSid: sid })).toMatchObject({ action: "user.logout" });
    const before = (await list()).length;
    await api.anonymous.user.logout.mutate();
    expect(await list()).toHaveLength(before);
    const { rows } = await api.database.pool.query("select jsonb_agg(to_jsonb(e)) as all from audit_entries e");
    const everything = JSON.stringify(rows);
    for (const secret of ["Wrong-password-1", PASSWORD, "typo-secret", caller.headers["x-session-id"] ?? ""]) {
      expect(everything).not.toContain(secret);
    }
  });

  it("records calls and direct routes that are refused for missing rights", async () => {
    const user = await api.signIn({ name: "Eve" });
    const { sid: actorSid } = user.user;
    const preview = await makeProject(api.database.db, { status: "preview" });
    expect(await codeOf(user.rpc.user.fetchUsers.query())).toBe("FORBIDDEN");
    expect(await last({ actorSid })).toMatchObject({
      kind: "refusal",
      action: "user.fetchUsers",
      details: { code: "FORBIDDEN" },
    });
    expect(await codeOf(user.rpc.project.discardProject.mutate({ slug: preview.slug }))).toBe("NOT_FOUND");
    expect(await last({ actorSid })).toMatchObject({
      kind: "refusal",
      action: "project.discardProject",
      subject: { kind: "project", sid: preview.slug },
      details: { code: "NOT_FOUND" },
      description: {
        sentence: ["tried to discard ", { kind: "project", sid: preview.sid, name: preview.name }, " and was refused"],
      },
    });
    const url = `/api/projects/${preview.slug}/stats/download`;
    expect((await api.inject({ url, headers: user.headers })).statusCode).toBe(404);
    expect(await last({ actorSid })).toMatchObject({
      kind: "refusal",
      action: "http.get",
      details: { code: "NOT_FOUND" },
    });
    const before = (await list()).length;
    expect(await codeOf(api.anonymous.user.fetchUsers.query())).toBe("UNAUTHORIZED");
    expect((await api.inject({ url })).statusCode).toBe(401);
    expect(await list()).toHaveLength(before);
  });

  it("records the refused reads of a page once a minute for each event, reason and session", async () => {
    const user = await api.signIn({ name: "Eve" });
    const { sid: actorSid } = user.user;
    const [lost, other] = [await makeProject(api.database.db), await makeProject(api.database.db)];
    for (const { sid } of [lost, other]) {
      await api.database.pool.query("update projects set groups = '{}' where sid = $1", [sid]);
    }
    const read = ({ slug }: { slug: string }) =>
      Promise.all([
        codeOf(user.rpc.project.getProject.query({ slug })),
        codeOf(user.rpc.project.getQueue.query({ slug })),
        codeOf(user.rpc.area.fetchGaps.query({ project: { slug } })),
        codeOf(user.rpc.radar.fetchSummary.query({ slug })),
      ]);
    expect(new Set(await read(lost))).toEqual(new Set(["NOT_FOUND"]));
    await read(lost);
    expect(await list({ actorSid })).toHaveLength(1);
    await read(other);
    const url = `/api/projects/${lost.slug}/stats/download`;
    for (let n = 0; n < 3; n += 1) await api.inject({ url, headers: user.headers });
    await codeOf(user.rpc.user.fetchUsers.query());
    await codeOf(user.rpc.audit.getChainEnd.query());
    await codeOf(user.rpc.user.fetchSignInPolicy.query());
    const again = await api.signInAs(user.user);
    await codeOf(again.rpc.project.getProject.query({ slug: lost.slug }));
    // A refused change is always recorded.
    for (let n = 0; n < 2; n += 1) await codeOf(user.rpc.project.discardProject.mutate({ slug: lost.slug }));
    const sentences = (await admin.rpc.audit.fetchAudit.query({ filters: { actorSid } })).items.map(({ description }) =>
      sentenceText(description.sentence),
    );
    expect(sentences.toReversed()).toEqual([
      `tried to open ${lost.name} and was refused`,
      `tried to open ${other.name} and was refused`,
      "tried to open the users and was refused",
      "tried to open the audit log and was refused",
      `tried to open ${lost.name} and was refused`,
      `tried to discard ${lost.name} and was refused`,
      `tried to discard ${lost.name} and was refused`,
    ]);
  });

  it("records each change of state, edit and download once with its subject", async () => {
    const { db } = api.database;
    const user = await api.signIn({ name: "Ada" });
    const actorSid = user.user.sid;
    const model = await makeModel(db);
    const event = await makeProject(db, { status: "active" });
    const projectSid = event.sid;
    const image = await makeImage(db, { projectSid, status: "processed" });
    const other = await makeImage(db, { projectSid, status: "processed" });
    const detection = await makeDetection(db, { imageSid: image.sid, modelSid: model.sid });
    const report = await makeReport(db, { projectSid, createdBy: actorSid });
    const { sid } = detection;

    await user.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid,
      patches: [makePatch.code(0, "111111"), makePatch.quantity(0, "7")],
    });
    expect(await last({ actorSid })).toMatchObject({
      kind: "result",
      action: "imageDetection.pushImageDetectionPatches",
      subject: { kind: "detection", sid },
      projectSid,
      details: { patches: 2, revision: 1 },
      description: { sentence: expect.arrayContaining([expect.stringContaining("111111")]) },
    });
    // The values are read from the detection's patches. The log itself does not store them.
    const { rows: stored } = await api.database.pool.query("select to_jsonb(e) as entry from audit_entries e");
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain("111111");
    await user.rpc.imageDetection.validateImageDetection.mutate({ sid });
    await user.rpc.image.rejectImages.mutate({ images: [{ sid: image.sid }, { sid: other.sid }] });
    expect(await last({ actorSid })).toMatchObject({
      kind: "image",
      action: "image.rejectImages",
      subject: { kind: "project", sid: projectSid },
      details: { changed: "image", count: 2, sids: expect.arrayContaining([image.sid, other.sid]) },
    });
    expect(await last({ subjectSid: other.sid })).toMatchObject({ action: "image.rejectImages" });
    await user.rpc.project.discardProject.mutate({ slug: event.slug });
    const url = `/api/projects/${event.slug}/reports/${report.sid}/download`;
    expect((await api.inject({ url, headers: user.headers })).statusCode).toBe(200);
    expect((await api.inject({ method: "HEAD", url, headers: user.headers })).statusCode).toBe(200);
    expect((await list({ actorSid })).map(({ action }) => action)).toEqual([
      "download.report",
      "project.discardProject",
      "image.rejectImages",
      "imageDetection.validateImageDetection",
      "imageDetection.pushImageDetectionPatches",
    ]);
    expect(await last({ actorSid })).toMatchObject({
      kind: "download",
      subject: { kind: "report", sid: report.sid },
      projectSid,
    });
  });

  it("records changes of accounts with actor and subject, without links and passwords", async () => {
    const email = `${newSid()}@precount.test`;
    const { user, link } = await admin.rpc.user.createUser.mutate({ email, name: "New One", role: "user" });
    const token = new URL(link?.url ?? "").searchParams.get("token") ?? "";
    await api.anonymous.user.resetPassword.mutate({ email, password: PASSWORD, token });
    expect(await codeOf(api.anonymous.user.resetPassword.mutate({ email, password: PASSWORD, token }))).toBe(
      "BAD_REQUEST",
    );
    await admin.rpc.user.setRole.mutate({ sid: user.sid, role: "admin" });
    await admin.rpc.user.blockUser.mutate({ sid: user.sid });
    const entries = await list({ subjectSid: user.sid });
    expect(entries.map(({ action, actor, details }) => [action, actor?.name ?? null, details])).toEqual([
      ["user.blockUser", "Grace Hopper", {}],
      ["user.setRole", "Grace Hopper", { role: "admin" }],
      ["user.resetPassword.failed", null, { code: "BAD_REQUEST" }],
      ["user.resetPassword", "New One", {}],
      ["user.createUser", "Grace Hopper", { role: "user", isBlocked: false }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it("keeps the names of deleted events, groups and areas", async () => {
    const { sid: projectSid, slug } = await admin.rpc.project.createProject.mutate({ name: "Spring count" });
    const project = { slug };
    await admin.rpc.area.createRange.mutate({ project, from: 7, to: 7 });
    const [area] = await admin.rpc.area.fetchAllAreasWithStatus.query({ project });
    await admin.rpc.area.deleteArea.mutate({ sid: area?.sid ?? "" });
    const { sid: group } = await admin.rpc.group.createGroup.mutate({ name: "North" });
    await admin.rpc.group.renameGroup.mutate({ sid: group, name: "South" });
    await admin.rpc.group.setProjectGroups.mutate({ project, groups: [group] });
    await admin.rpc.group.deleteGroup.mutate({ sid: group });
    await admin.rpc.project.discardProject.mutate({ slug });
    await admin.rpc.project.deleteProject.mutate({ slug });
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { actorSid: admin.user.sid } });
    const descriptions = items.map(({ description }) => description);
    expect(descriptions.map(({ sentence }) => sentenceText(sentence))).toEqual([
      "deleted the event Spring count",
      "discarded Spring count",
      "deleted the group South",
      "changed the groups of Spring count: added South; removed Everyone",
      "renamed the group North to South",
      "created the group North",
      "deleted the area 7",
      "created an area: 7",
      "created the event Spring count",
    ]);
    expect(descriptions.flatMap(({ event }) => event ?? [])).toContainEqual(
      expect.objectContaining({ sid: projectSid, name: "Spring count", slug: null }),
    );
    await sealEntries(api.database.db);
    expect(await verifyChain(api.database.db)).toMatchObject({ ok: true });
  });

  it("has no entry of a rolled-back change, and no change is committed without its entry", async () => {
    const event = await makeProject(api.database.db, { status: "active" });
    const before = (await list()).length;
    expect(await codeOf(admin.rpc.project.reopenProject.mutate({ slug: event.slug }))).toBe("PRECONDITION_FAILED");
    expect(await list()).toHaveLength(before);
    await api.database.pool.query(
      "alter table audit_entries add constraint full_disk check (action <> 'project.discardProject') not valid",
    );
    expect(await codeOf(admin.rpc.project.discardProject.mutate({ slug: event.slug }))).toBe("INTERNAL_SERVER_ERROR");
    await api.database.pool.query("alter table audit_entries drop constraint full_disk");
    const now = await admin.rpc.project.getProject.query({ slug: event.slug });
    expect(now.status).toBe("active");
  });
});

describe("audit.fetchAudit", () => {
  it("is available to admins only", async () => {
    const user = await api.signIn();
    expect(await codeOf(user.rpc.audit.fetchAudit.query())).toBe("FORBIDDEN");
    expect(await codeOf(user.rpc.audit.getChainEnd.query())).toBe("FORBIDDEN");
  });

  it("filters by kind, action, person, event and time, in three statements", async () => {
    const event = await makeProject(api.database.db);
    const user = await api.signIn();
    await user.rpc.project.discardProject.mutate({ slug: event.slug });
    await user.rpc.project.reopenProject.mutate({ slug: event.slug });
    const both = { projectSid: event.sid, actorSid: user.user.sid };
    expect(await list(both)).toHaveLength(2);
    expect(await list({ ...both, kinds: ["image"] })).toHaveLength(0);
    expect(await list({ ...both, kinds: ["image", "event"] })).toHaveLength(2);
    expect(await list({ ...both, action: "project.re" })).toHaveLength(1);
    expect(await list({ ...both, from: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(0);
    expect(await list({ ...both, until: new Date(Date.now() + 60_000).toISOString() })).toHaveLength(2);
    const page = await admin.rpc.audit.fetchAudit.query({ filters: both, page: 2, pageSize: 1 });
    expect(page).toMatchObject({ total: 2, page: 2, items: [{ action: "project.discardProject" }] });
    api.database.statements.length = 0;
    await list(both);
    // The session's statement and three more.
    expect(api.database.statements).toHaveLength(4);
    expect(await codeOf(list({ action: "%'; drop" }))).toBe("BAD_REQUEST");
  });
});

describe("the chain", () => {
  it("is complete after concurrent and repeated sealing; an entry is sealed within a second", async () => {
    const { db } = api.database;
    const event = await makeProject(db);
    for (const verb of ["discardProject", "reopenProject", "discardProject"] as const) {
      await admin.rpc.project[verb].mutate({ slug: event.slug });
    }
    await Promise.all(Array.from({ length: 5 }, () => sealEntries(db)));
    await sealEntries(db);
    const verified = await verifyChain(db);
    const total = Number((await api.database.pool.query("select count(*) from audit_entries")).rows[0]?.count);
    expect(verified).toMatchObject({ ok: true, entries: total, unsealed: { count: 0 } });
    expect(await admin.rpc.audit.getChainEnd.query()).toMatchObject({ position: total });
  });

  it("also seals entries of long transactions", async () => {
    const database = await createTestDatabase();
    const slow = await database.pool.connect();
    try {
      const insert = "insert into audit_entries (kind, action) values ('event', $1)";
      await slow.query("begin");
      await slow.query(insert, ["slow"]);
      await database.pool.query(insert, ["quick"]);
      expect(await sealEntries(database.db)).toBe(1);
      await slow.query("commit");
      expect(await sealEntries(database.db)).toBe(1);
      expect(await verifyChain(database.db)).toMatchObject({ ok: true, entries: 2 });
    } finally {
      slow.release();
      await database.close();
    }
  });

  describe("rejects in the database", () => {
    it.each([
      ["another text", "update audit_entries set action = 'nothing' where id = (select min(id) from audit_entries)"],
      [
        "another text with a seal",
        "update audit_entries set action = 'x', position = 9999, previous_hash = '', hash = ''",
      ],
      ["another place", "update audit_entries set position = position + 1 where position is not null"],
      ["to be unsealed", "update audit_entries set position = null, previous_hash = null, hash = null"],
      ["to be deleted", "delete from audit_entries"],
      ["to be emptied", "truncate audit_entries"],
      [
        "an entry that comes sealed",
        "insert into audit_entries (kind, action, position, previous_hash, hash) values ('event', 'x', 1, '', '')",
      ],
    ])("%s", async (_what, statement) => {
      await admin.rpc.project.createProject.mutate({ name: "Something to change" });
      await sealEntries(api.database.db);
      await expect(api.database.pool.query(statement)).rejects.toThrow(/audit log/);
    });
  });

  describe("detects changes by a person with all rights to the database", () => {
    const tampered: Readonly<Record<string, [string, object]>> = {
      "a changed text": [
        "update audit_entries set actor_name = 'Somebody Else' where position = 2",
        { position: 2, reason: "it was changed after it was sealed" },
      ],
      "a changed detail": [
        `update audit_entries set details = '{"role":"user"}' where position = 2`,
        { position: 2, reason: "it was changed after it was sealed" },
      ],
      "a time moved by a millisecond": [
        "update audit_entries set at = at + interval '1 millisecond' where position = 3",
        { position: 3, reason: "it was changed after it was sealed" },
      ],
      "an entry taken out": [
        "delete from audit_entries where position = 2",
        { position: 2, reason: "this entry is missing" },
      ],
      "the first one taken out": ["delete from audit_entries where position = 1", { position: 1 }],
      "two that changed places": [
        "update audit_entries set position = case position when 2 then 13 when 3 then 2 end where position in (2, 3);" +
          "update audit_entries set position = 3 where position = 13",
        { position: 2 },
      ],
      "an entry inserted before the first one": [
        "insert into audit_entries (kind, action, position, previous_hash, hash) values ('event', 'x', 0, '', '')",
        { position: 1, reason: "it was inserted before the first one" },
      ],
      "a hash made to fit": [
        "update audit_entries set action = 'x', hash = sha256('x') where position = 2",
        { position: 2, reason: "it was changed after it was sealed" },
      ],
    };
    it.each(Object.keys(tampered))("%s", async (name) => {
      const database = await createTestDatabase();
      try {
        for (let n = 0; n < 4; n++) {
          await database.pool.query(
            `insert into audit_entries (kind, action, actor_sid, actor_name, details)
             values ('account', 'user.setRole', 'a', 'Ada', '{"role":"admin"}')`,
          );
        }
        await sealEntries(database.db);
        const end = await readChainEnd(database.db);
        if (!end) throw new Error("nothing was sealed");
        expect(await verifyChain(database.db, end)).toMatchObject({ ok: true, entries: 4 });
        await database.pool.query("alter table audit_entries disable trigger all");
        const [statements, expected] = tampered[name] ?? ["", {}];
        await database.pool.query(statements);
        expect(await verifyChain(database.db)).toMatchObject({ ok: false, ...expected });
      } finally {
        await database.close();
      }
    });

    it("missing newest entries, only with a noted chain end", async () => {
      const database = await createTestDatabase();
      try {
        const insert = "insert into audit_entries (kind, action) select 'event', 'x' from generate_series(1, 3)";
        await database.pool.query(insert);
        await sealEntries(database.db);
        const noted = (await readChainEnd(database.db)) ?? undefined;
        await database.pool.query(
          "alter table audit_entries disable trigger all; delete from audit_entries where position = 3",
        );
        expect(await verifyChain(database.db)).toMatchObject({ ok: true, entries: 2 });
        expect(await verifyChain(database.db, noted)).toMatchObject({ ok: false, position: 3 });
        await database.db.execute(sql`insert into audit_entries (kind, action) values ('event', 'y')`);
        await sealEntries(database.db);
        expect(await verifyChain(database.db, noted)).toMatchObject({
          ok: false,
          position: 3,
          reason: "it is not the one that was noted",
        });
      } finally {
        await database.close();
      }
    });
  });
});
