import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { renderPdf } from "../../testing/render-pdf.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

/** A new tab sends only the cookie. */
const download = (slug: string, query = "", cookie = person.headers["cookie"] ?? "", method: "GET" | "HEAD" = "GET") =>
  api.inject({ method, url: `/api/projects/${slug}/areas/sheets${query}`, headers: { cookie } });
const create = (slug: string, from: number, to: number) =>
  person.rpc.area.createRange.mutate({ project: { slug }, from, to });
/** The numbers on each page. */
const numbersOf = async (pdf: Buffer): Promise<string[][]> =>
  (await renderPdf(pdf, 10)).texts.map((texts) => texts.filter((text) => /^\d+$/.test(text)));

describe("GET /api/projects/{slug}/areas/sheets", () => {
  it("prints the areas of the range in order, page by page, without voided ones", async () => {
    const { slug } = await makeProject(api.database.db, { name: "Spring" });
    await create(slug, 1, 30);
    await person.rpc.area.voidRange.mutate({ project: { slug }, from: 7, to: 8 });
    const response = await download(slug, "?from=5&to=20&format=5164");
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "content-disposition": expect.stringContaining("Spring%20%E2%80%93%20area%20sheets.pdf"),
    });
    expect(await numbersOf(response.rawPayload)).toEqual([
      ["5", "6", "9", "10", "11", "12"],
      ["13", "14", "15", "16", "17", "18"],
      ["19", "20"],
    ]);
  });

  it("prints only areas in the statuses asked for", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const areas = await Promise.all([1, 2, 3].map((number) => makeArea(db, { projectSid, number })));
    const rejected = { status: "rejected" as const, rejectedAt: new Date(), rejectedBy: person.user.sid };
    await makeImage(db, { projectSid, areaSid: areas[0]?.sid ?? null, status: "approved" });
    await makeImage(db, { projectSid, areaSid: areas[1]?.sid ?? null, ...rejected });
    expect(await numbersOf((await download(slug, "?only=not_taken,rejected")).rawPayload)).toEqual([["2", "3"]]);
  });

  it.each([
    ["plain", "Spring count"],
    ["Hebrew with brackets", "ספירת מלאי (2026)"],
    ["Arabic", "جرد المخزون ٢٠٢٦"],
    ["Japanese, which the font has not", "棚卸し"],
    ["emoji", "😀👩‍👩‍👧‍👦🏳️‍🌈"],
    ["controls", "bell\u0007 evil\u202Egpj.exe"],
    ["ligatures", "ﷺ".repeat(100)],
    ["heaps of accents", `Z${"\u0351\u036b".repeat(80)}algo`],
    ["brackets alone", "(".repeat(300)],
    ["very long", `${"very long ".repeat(60)}name`],
    ["PDF's own words", "\\ ( ) < > % { } / # endobj endstream"],
  ])("an event's name breaks nothing: %s", async (_, name) => {
    const { slug } = await makeProject(api.database.db, { name });
    await create(slug, 412, 413);
    for (const format of ["5160", "a4"]) {
      const response = await download(slug, `?format=${format}`);
      expect(response.statusCode).toBe(200);
      expect((await numbersOf(response.rawPayload)).flat()).toEqual(["412", "413"]);
    }
  });

  it.each([
    ["?from=100&to=200", "There are no areas to print in this range: add them first, or choose other numbers."],
    ["?from=10&to=1", "To must not be less than From."],
    ["?from=0", "From must be a whole number, 1 or greater."],
    ["?from=1&from=2", "From must be a whole number, 1 or greater."],
    ["?format=b5", "The tag format must be one of l7160, l7163, l7165, 5160, 5163, 5164, a4, a5."],
    ["?only=none", "Only takes statuses of areas: not_taken, pending, approved, rejected, voided."],
  ])("%s is refused with a sentence", async (query, message) => {
    const { slug } = await makeProject(api.database.db);
    await create(slug, 1, 3);
    const response = await download(slug, query);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: "BAD_REQUEST", message });
  });

  it("prints at most 5,000 areas; a HEAD request draws none", async () => {
    const { slug } = await makeProject(api.database.db);
    await create(slug, 1, 5000);
    await create(slug, 5001, 5001);
    const response = await download(slug);
    expect(response.statusCode).toBe(400);
    expect(response.json().message).toMatch(/^These are 5001 areas; at most 5000/);
    const head = await download(slug, "?to=5000", undefined, "HEAD");
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
  });

  it("is available to everyone who sees the event", async () => {
    const { slug } = await makeProject(api.database.db, { status: "preview" });
    const admin = await api.signIn({ role: "admin" });
    await admin.rpc.area.createRange.mutate({ project: { slug }, from: 1, to: 2 });
    expect((await download(slug, "", admin.headers["cookie"])).statusCode).toBe(200);
    expect((await download(slug)).statusCode).toBe(404);
    expect((await download(slug, "", "")).statusCode).toBe(401);
    expect((await download("nothing-here")).statusCode).toBe(404);
  });
});
