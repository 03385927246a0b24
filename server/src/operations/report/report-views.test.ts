import type { ReportHead, ReportRow } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject, makeReport } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const rowOf = (n: number): ReportRow => ({
  areaCode: String(n),
  bayCode: "04",
  shelfCode: "02",
  code: String(n).padStart(6, "0"),
  quantity: "3",
});

/** An event with a report of `count` rows with different SKUs, and some exceptions. */
async function makeReported(rows: number, given: { version?: number; projectSid?: string; slug?: string } = {}) {
  const { db } = api.database;
  const made = given.projectSid ? { sid: given.projectSid, slug: given.slug ?? "" } : await makeProject(db);
  const version = given.version ?? 1;
  const contents: ReportHead = {
    event: { sid: made.sid, name: "Spring count", slug: made.slug },
    version,
    generatedAt: "2026-11-21T05:40:00.000Z",
    generatedBy: { sid: person.user.sid, name: "Grace" },
    totals: {
      rows,
      quantity: 3 * rows,
      images: 2,
      bySku: Array.from({ length: rows }, (_, n) => ({ code: rowOf(n).code, rows: 1 + (n % 3), quantity: 100 - n })),
    },
    exceptions: [
      ...Array.from({ length: 25 }, (_, n) => ({
        kind: "no-shelf" as const,
        subject: `${n}.jpg`,
        detail: `Sticker ${n}`,
      })),
      { kind: "image-rejected", subject: "blurred.jpg", detail: "Rejected" },
    ],
  };
  const report = await makeReport(db, {
    projectSid: made.sid,
    createdBy: person.user.sid,
    version,
    contents,
    rows: Array.from({ length: rows }, (_, n) => rowOf(n)),
  });
  return { projectSid: made.sid, slug: made.slug, address: { project: { slug: made.slug }, reportSid: report.sid } };
}

const ask = () => person.rpc.project;

describe("S2.19 S2.52 a report that is loaded in parts", () => {
  it("returns the cover without long lists, with every version", async () => {
    const { address, projectSid, slug } = await makeReported(3);
    const second = await makeReported(2, { projectSid, slug, version: 2 });
    // The report keeps the name that its creator had then.
    await api.database.pool.query("update users set name = 'Grace Hopper' where sid = $1", [person.user.sid]);
    expect(await ask().getReportCover.query(address)).toMatchObject({
      sid: address.reportSid,
      title: "Precount report – Spring count – v1",
      version: 1,
      event: { sid: projectSid, slug },
      generatedAt: "2026-11-21T05:40:00.000Z",
      generatedBy: { name: "Grace" },
      totals: { rows: 3, quantity: 9, images: 2, skus: 3 },
      exceptions: [
        { kind: "no-shelf", count: 25 },
        { kind: "image-rejected", count: 1 },
      ],
      versions: [
        { sid: second.address.reportSid, version: 2, createdBy: "Grace" },
        { sid: address.reportSid, version: 1, createdBy: "Grace" },
      ],
    });
  });

  it("PD-38: pages the rows; a page past the end is the last", async () => {
    const { address } = await makeReported(45);
    const page = (page: number, pageSize: number) => ask().fetchReportRows.query({ ...address, page, pageSize });
    const second = await page(2, 20);
    expect(second.items).toMatchObject(Array.from({ length: 20 }, (_, n) => rowOf(20 + n)));
    expect([second.total, second.page]).toEqual([45, 2]);
    const last = await page(99, 20);
    expect([last.items.length, last.page]).toEqual([5, 3]);
    const { address: empty } = await makeReported(0);
    expect(await ask().fetchReportRows.query(empty)).toEqual({ items: [], total: 0, page: 1, quantity: 0 });
  });

  it("gives its totals per SKU sorted and searched", async () => {
    const { address } = await makeReported(45);
    const codes = async (given: object) =>
      (await ask().fetchReportSkus.query({ ...address, pageSize: 3, ...given })).items.map(({ code }) => Number(code));
    expect(await codes({})).toEqual([0, 1, 2]);
    expect(await codes({ sort: "-code" })).toEqual([44, 43, 42]);
    expect(await codes({ sort: "quantity" })).toEqual([44, 43, 42]);
    expect(await codes({ sort: "-rows" })).toEqual([2, 5, 8]);
    expect(await codes({ search: "04", page: 2 })).toEqual([42, 43, 44]);
    expect(await codes({ search: "%" })).toEqual([]);
  });

  it("pages all exceptions, by kind", async () => {
    const { address } = await makeReported(1);
    const list = (given: object) => ask().fetchReportExceptions.query({ ...address, ...given });
    const last = await list({ kind: "no-shelf", page: 3 });
    expect([last.items.map(({ subject }) => subject), last.total]).toEqual([
      ["20.jpg", "21.jpg", "22.jpg", "23.jpg", "24.jpg"],
      25,
    ]);
    expect((await list({ kind: "area-without-photo" })).items).toEqual([]);
    expect((await list({ page: 3 })).items.at(-1)).toMatchObject({ kind: "image-rejected", subject: "blurred.jpg" });
  });

  it("is printed completely unless it is too long", async () => {
    const { address } = await makeReported(30);
    const print = await ask().getReportPrint.query(address);
    expect([print.rows?.length, print.skus?.length, print.exceptions?.length]).toEqual([30, 30, 26]);
    const long = await ask().getReportPrint.query((await makeReported(2001)).address);
    expect([long.rows, long.skus, long.exceptions?.length]).toEqual([null, null, 26]);
  });

  it("is NOT_FOUND for a hidden event and under another event's name", async () => {
    const { db } = api.database;
    const { address } = await makeReported(1);
    const hidden = await makeProject(db, { status: "preview" });
    const other = { ...address, project: { slug: (await makeProject(db)).slug } };
    const unknown = { ...address, reportSid: "nonsense" };
    const unseen = (await makeReported(1, { projectSid: hidden.sid, slug: hidden.slug })).address;
    for (const wrong of [other, unknown, unseen]) {
      expect(await codeOf(ask().getReportCover.query(wrong))).toBe("NOT_FOUND");
      expect(await codeOf(ask().fetchReportRows.query(wrong))).toBe("NOT_FOUND");
      expect(await codeOf(ask().fetchReportSkus.query(wrong))).toBe("NOT_FOUND");
      expect(await codeOf(ask().fetchReportExceptions.query(wrong))).toBe("NOT_FOUND");
      expect(await codeOf(ask().getReportPrint.query(wrong))).toBe("NOT_FOUND");
    }
    expect(await codeOf(api.anonymous.project.getReportCover.query(address))).toBe("UNAUTHORIZED");
  });

  it("takes the same number of statements for long and short reports", async () => {
    const { statements } = api.database;
    const count = async (rows: number) => {
      const { address } = await makeReported(rows);
      statements.length = 0;
      await ask().getReportCover.query(address);
      await ask().fetchReportRows.query(address);
      return statements.length;
    };
    expect(await count(500)).toBe(await count(1));
  });
});
