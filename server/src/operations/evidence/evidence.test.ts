import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "../../db/drizzle.ts";
import { detectionPatches } from "../../db/schema/detections.ts";
import { evidenceLinks } from "../../db/schema/evidence.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin", name: "Grace" });
  modelSid = (await makeModel(api.database.db, { title: "Reader" })).sid;
});
afterAll(() => api.close());

const PASSCODE = "shelf-27";
const ENDED = { code: "NOT_FOUND", message: "This link does not exist or is no longer valid. Ask for a new one." };

/** A completed event with one photo with two stickers, of which the second was changed. */
async function completeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
  const image = await makeImage(db, { projectSid, name: "0412.jpg", status: "approved" });
  const { sid: detectionSid } = await makeDetection(db, {
    imageSid: image.sid,
    modelSid,
    status: "validated",
    validatedBy: admin.user.sid,
    predictions: [makeSticker("000001", "1"), makeSticker("000002", "2")],
  });
  const patch = { op: "replace" as const, path: "/1/quantity/value", value: "7" };
  const by = { detectionSid, revision: 1, createdBy: admin.user.sid };
  const past = sql`now() - interval '1 hour'`;
  await db.insert(detectionPatches).values({ ...by, position: 0, patch, createdAt: past });
  const { report } = await admin.rpc.project.completeProject.mutate({ slug });
  // Changed after the approval: not part of this report.
  const later = sql`now() + interval '1 hour'`;
  await db.insert(detectionPatches).values({ ...by, position: 1, patch: { ...patch, value: "9" }, createdAt: later });
  return { imageSid: image.sid, address: { project: { slug }, reportSid: report.sid } };
}

const share = (address: object, more: object = {}) =>
  admin.rpc.report.createEvidenceLink.mutate({ name: "Controller", expiresInDays: 7, ...address, ...more } as never);

/** Opens a link as a browser without an account. */
async function visit(token: string, passcode?: string) {
  const response = await api.inject({
    method: "POST",
    url: "/trpc/evidence.open",
    headers: { "content-type": "application/json" },
    payload: JSON.stringify({ token, ...(passcode !== undefined && { passcode }) }),
  });
  const cookie = String(response.headers["set-cookie"] ?? "").split(";", 1)[0] ?? "";
  const answer = response.json();
  return {
    status: response.statusCode,
    setCookie: String(response.headers["set-cookie"] ?? ""),
    message: answer.error?.message as string | undefined,
    needsPasscode: answer.result?.data.needsPasscode as boolean | undefined,
    rpc: api.rpcWith({ cookie }),
    get: async (url: string) => (await api.inject({ url, headers: { cookie } })).statusCode,
  };
}

describe("PD-144 an evidence link", () => {
  it("shows one report with its stickers, their places and their history, and nothing else", async () => {
    const { address, imageSid } = await completeEvent();
    const { token } = await share(address);
    const { rpc, setCookie } = await visit(token);
    expect(setCookie).toMatch(/HttpOnly/);
    expect(setCookie).toMatch(/SameSite=Strict/);
    expect(await rpc.evidence.getReport.query()).toMatchObject({ event: { name: "Spring" }, totals: { rows: 2 } });
    const { items } = await rpc.evidence.fetchRows.query({ search: "000002" });
    expect(items).toMatchObject([{ position: 2, quantity: "7", evidence: { image: { name: "0412.jpg" } } }]);
    expect(items[0]?.evidence?.image.src).toMatch(new RegExp(`^/api/evidence/images/${imageSid}/contents`));
    const { history } = await rpc.evidence.getSticker.query({ position: 2 });
    expect(history.map(({ kind, by, text }) => [kind, by, text])).toEqual([
      ["read", "Reader", "code 000002, quantity 2"],
      ["changed", "Grace", "quantity 2 → 7"],
      ["approved", "Grace", "the image and its values"],
    ]);
    for (const refused of [
      rpc.project.getProject.query(address.project),
      rpc.project.fetchReportRows.query(address),
      rpc.user.getAuthUser.query(),
    ]) {
      expect(await codeOf(refused)).toBe("UNAUTHORIZED");
    }
  });

  it("serves no image of another report", async () => {
    const [{ address, imageSid }, other] = [await completeEvent(), await completeEvent()];
    const { get } = await visit((await share(address)).token);
    const stranger = await visit((await share(other.address)).token);
    const url = `/api/evidence/images/${imageSid}/contents?w=320`;
    // The photo has no bytes here; 404 would mean that the link does not reach it.
    expect(await stranger.get(url)).toBe(404);
    expect(await get(`/api/evidence/images/${other.imageSid}/contents?w=320`)).toBe(404);
    expect(await get(`/api/evidence/images/${imageSid}/crops/nonsense`)).toBe(404);
    expect(await get(`/api/projects/${address.project.slug}/images/${imageSid}/contents`)).toBe(401);
    const anonymous = await api.inject({ url });
    expect(anonymous.statusCode).toBe(404);
  });

  it("ends at once when it is revoked, and when it expires", async () => {
    const { address } = await completeEvent();
    const [first, second] = [await share(address), await share(address)];
    const [one, two] = [await visit(first.token), await visit(second.token)];
    await admin.rpc.report.revokeEvidenceLink.mutate({ ...address, sid: first.sid });
    expect(await errorOf(one.rpc.evidence.getReport.query())).toEqual(ENDED);
    expect((await visit(first.token)).message).toBe(ENDED.message);
    expect(await errorOf(admin.rpc.report.revokeEvidenceLink.mutate({ ...address, sid: first.sid }))).toEqual({
      code: "CONFLICT",
      message: "This link is revoked already.",
    });
    const other = { ...(await completeEvent()).address, sid: first.sid };
    expect(await codeOf(admin.rpc.report.revokeEvidenceLink.mutate(other))).toBe("NOT_FOUND");
    await api.database.db
      .update(evidenceLinks)
      .set({ createdAt: sql`now() - interval '2 days'`, expiresAt: sql`now() - interval '1 second'` })
      .where(eq(evidenceLinks.sid, second.sid));
    expect(await errorOf(two.rpc.evidence.getReport.query())).toEqual(ENDED);
    expect((await visit(second.token)).message).toBe(ENDED.message);
  });

  it("PD-7 can be created, opened and revoked while the event is archived", async () => {
    const { address } = await completeEvent();
    const { sid: earlier } = await share(address);
    await admin.rpc.project.archiveProject.mutate(address.project);
    const { rpc } = await visit((await share(address)).token);
    expect(await rpc.evidence.getReport.query()).toMatchObject({ totals: { rows: 2 } });
    await admin.rpc.report.revokeEvidenceLink.mutate({ ...address, sid: earlier });
    const links = await admin.rpc.report.fetchEvidenceLinks.query(address);
    expect(links.map(({ state }) => state)).toEqual(["open", "revoked"]);
  });

  it("asks for its passcode, and limits guesses", async () => {
    const { address } = await completeEvent();
    const { token, sid } = await share(address, { passcode: PASSCODE });
    const asked = await visit(token);
    expect([asked.needsPasscode, asked.setCookie]).toEqual([true, ""]);
    const wrong = await visit(token, "shelf-28");
    expect([wrong.status, wrong.message, wrong.setCookie]).toEqual([403, "This passcode is wrong.", ""]);
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: sid, kinds: ["refusal"] } });
    expect(items).toMatchObject([{ actor: null, action: "evidence.open.failed", details: { code: "FORBIDDEN" } }]);
    expect(JSON.stringify(items)).not.toContain("shelf-28");
    expect((await visit(token, PASSCODE)).needsPasscode).toBe(false);
    const guesses = [];
    for (let n = 0; n < 11; n += 1) guesses.push((await visit(token, `guess-${n}`)).status);
    expect(guesses.filter((status) => status === 403).length).toBeLessThanOrEqual(10);
    expect(guesses.at(-1)).toBe(429);
    // The right passcode does not help any more: an attacker learns nothing.
    expect((await visit(token, PASSCODE)).status).toBe(429);
  });

  it("has no passcode of fewer than 6 characters besides spaces", async () => {
    const { address } = await completeEvent();
    for (const passcode of ["      ", "12345", "a b c d e", "\u00A0\u2003\t\n  "]) {
      expect([passcode, await codeOf(share(address, { passcode }))]).toEqual([passcode, "BAD_REQUEST"]);
    }
    const { token } = await share(address, { passcode: "open the door" });
    expect((await visit(token, "open the door")).needsPasscode).toBe(false);
  });

  it("accepts only its whole token", async () => {
    const { address } = await completeEvent();
    const { token, sid } = await share(address);
    const other = await share(address);
    for (const wrong of [
      token.slice(0, -1),
      `${token}A`,
      sid,
      `pe_${sid}_${other.token.slice(-43)}`,
      token.toUpperCase(),
      "pe_",
    ]) {
      expect([wrong, (await visit(wrong)).message]).toEqual([wrong, ENDED.message]);
    }
  });

  it("stores and records neither token nor passcode", async () => {
    const { address } = await completeEvent();
    const { token, sid } = await share(address, { passcode: PASSCODE });
    await visit(token, PASSCODE);
    const stored = await api.database.pool.query("select jsonb_agg(to_jsonb(l)) as all from evidence_links l");
    const audited = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: sid } });
    expect(audited.items.map(({ action }) => action)).toEqual(["evidence.open", "report.createEvidenceLink"]);
    for (const text of [JSON.stringify(stored.rows), JSON.stringify(audited)]) {
      expect(text).not.toContain(token.slice(-43));
      expect(text).not.toContain(PASSCODE);
    }
    const links = await admin.rpc.report.fetchEvidenceLinks.query(address);
    expect(links).toMatchObject([{ sid, name: "Controller", hasPasscode: true, opens: 1, revokedAt: null }]);
    const user = await api.signIn();
    expect(await codeOf(user.rpc.report.fetchEvidenceLinks.query(address))).toBe("FORBIDDEN");
  });
});

describe("PD-146 accepting a report", () => {
  it("keeps name and remark with the report, unchangeable", async () => {
    const { address } = await completeEvent();
    const user = await api.signIn({ name: "Ada" });
    await user.rpc.report.accept.mutate({ ...address, name: "Store manager", remark: "Counted twice" });
    const { acceptances } = await user.rpc.project.getReportCover.query(address);
    expect(acceptances).toMatchObject([{ name: "Store manager", remark: "Counted twice", recordedBy: "Ada" }]);
    await expect(api.database.pool.query("update report_acceptances set remark = ''")).rejects.toThrow("never changes");
    await expect(api.database.pool.query("delete from report_acceptances")).rejects.toThrow("never changes");
    expect(await codeOf(user.rpc.report.accept.mutate({ ...address, name: " " }))).toBe("BAD_REQUEST");
  });
});
