import { isGap } from "@precount/domain";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const gapsOf = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) => rpc.area.fetchGaps.query({ project: { slug } });
const rejectedAt = new Date(Date.UTC(2026, 10, 21, 5));

describe("area.fetchGaps", () => {
  it("lists areas without an accepted photo that are not voided: rejected first, by number", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const rejected = {
      status: "rejected" as const,
      rejectedAt,
      rejectedBy: person.user.sid,
      rejectReason: "wrong_place" as const,
    };
    const area = async (number: number, ...photos: Partial<Parameters<typeof makeImage>[1]>[]) => {
      const { sid } = await makeArea(db, { projectSid, number });
      for (const photo of photos) await makeImage(db, { projectSid, areaSid: sid, ...photo });
      return sid;
    };
    await area(10);
    await area(2);
    await area(30, { ...rejected, name: "0030.jpg" });
    await area(4, { status: "approved" });
    await area(5, { status: "uploaded" });
    await area(6, rejected, { status: "processed" });
    await person.rpc.area.voidArea.mutate({ sid: await area(7) });
    await person.rpc.area.voidArea.mutate({ sid: await area(8, rejected) });
    const { areas, gaps } = await gapsOf(slug);
    expect(areas).toBe(8);
    expect(gaps.map(({ name, status }) => [name, status])).toEqual([
      ["30", "rejected"],
      ["2", "not_taken"],
      ["10", "not_taken"],
    ]);
    expect(gaps.map((gap) => gap.rejected)).toEqual([
      {
        imageSid: expect.any(String),
        imageName: "0030.jpg",
        at: rejectedAt.toISOString(),
        by: "Grace",
        reason: "Wrong place",
      },
      null,
      null,
    ]);
    const all = await person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
    expect(new Set(gaps.map(({ sid }) => sid))).toEqual(new Set(all.filter(isGap).map(({ sid }) => sid)));
  });

  it("takes two statements for any number of areas, and is available to everyone who sees the event", async () => {
    const { slug } = await makeProject(api.database.db, { status: "preview" });
    const admin = await api.signIn({ role: "admin" });
    await admin.rpc.area.createRange.mutate({ project: { slug }, from: 1, to: 300 });
    api.database.statements.length = 0;
    expect((await gapsOf(slug, admin)).gaps).toHaveLength(300);
    expect(api.database.statements.filter((statement) => statement.includes("areas"))).toHaveLength(2);
    expect(await codeOf(gapsOf(slug))).toBe("NOT_FOUND");
    expect(await codeOf(gapsOf(slug, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
  });
});

const download = (slug: string, query = "", cookie = person.headers["cookie"] ?? "") =>
  api.inject({ method: "GET", url: `/api/projects/${slug}/areas/gaps/download${query}`, headers: { cookie } });

describe("GET /api/projects/{slug}/areas/gaps/download", () => {
  it("gives the gaps as CSV and XLSX, with no cell that a spreadsheet would run", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 30 });
    await makeArea(db, { projectSid, number: 2 });
    await makeImage(db, {
      projectSid,
      areaSid,
      name: "=1+1.jpg",
      status: "rejected",
      rejectedAt,
      rejectedBy: person.user.sid,
      rejectReason: "other",
      rejectNote: "=hidden by a cart",
    });
    const response = await download(slug);
    expect(response.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": expect.stringContaining("Spring%20%E2%80%93%20gaps.csv"),
    });
    expect(response.body).toBe(
      "\uFEFFArea,Status,Photo,Rejected by,Rejected at,Reason\r\n" +
        `"30","Rejected","'=1+1.jpg","Grace","${rejectedAt.toISOString()}","'=hidden by a cart"\r\n` +
        '"2","Not taken",,,,\r\n',
    );
    const sheet = await readSheet((await download(slug, "?format=xlsx")).rawPayload);
    expect(sheet).toEqual([
      ["Area", "Status", "Photo", "Rejected by", "Rejected at", "Reason"],
      ["30", "Rejected", "=1+1.jpg", "Grace", rejectedAt.toISOString(), "=hidden by a cart"],
      ["2", "Not taken", null, null, null, null],
    ]);
  });

  it("is available to everyone who sees the event; without gaps it has only a header", async () => {
    const { slug } = await makeProject(api.database.db, { status: "preview" });
    const admin = await api.signIn({ role: "admin" });
    expect((await download(slug, "", admin.headers["cookie"])).body.trimEnd().split("\r\n")).toHaveLength(1);
    expect((await download(slug)).statusCode).toBe(404);
    expect((await download(slug, "", "")).statusCode).toBe(401);
  });
});
