import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { detectionPatches } from "../../db/schema/detections.ts";
import { images } from "../../db/schema/images.ts";
import { reportImages } from "../../db/schema/reports.ts";
import { makeSticker } from "../../testing/counted-event.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject, makeReport } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let modelSid: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
  modelSid = (await makeModel(api.database.db)).sid;
});
afterAll(() => api.close());

const report = () => person.rpc.report;

/** A completed event: area 2 with a read, a confirmed and a changed sticker, area 10 with a read one. */
async function completeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
  const photos = [];
  for (const number of [10, 2]) {
    const area = await makeArea(db, { projectSid, number });
    photos.push(
      await makeImage(db, { projectSid, areaSid: area.sid, name: `${number}.jpg`, status: "approved" as const }),
    );
  }
  const [ten, two] = photos;
  const by = { modelSid, status: "validated" as const, validatedBy: person.user.sid };
  await makeDetection(db, { ...by, imageSid: ten?.sid ?? "", predictions: [makeSticker("000010", "9")] });
  const changed = await makeDetection(db, {
    ...by,
    imageSid: two?.sid ?? "",
    predictions: [makeSticker("000001", "1"), makeSticker("000002", "2"), makeSticker("000003", "3")],
  });
  await db.insert(detectionPatches).values(
    ["2", "100"].map((value, position) => ({
      detectionSid: changed.sid,
      revision: 1,
      position,
      patch: { op: "replace" as const, path: `/${position + 1}/quantity/value`, value },
      createdBy: person.user.sid,
    })),
  );
  const { report } = await person.rpc.project.completeProject.mutate({ slug });
  return { projectSid, slug, two: two?.sid ?? "", address: { project: { slug }, reportSid: report.sid } };
}

describe("PD-142 a report's rows with their evidence", () => {
  it("names image, box, origin and approver of each row, and a later rotation", async () => {
    const { db } = api.database;
    const { address, two } = await completeEvent();
    const { items, total, quantity } = await person.rpc.project.fetchReportRows.query(address);
    expect([total, quantity]).toEqual([4, 112]);
    expect(items.map(({ areaCode, evidence }) => [areaCode, evidence?.index, evidence?.origin])).toEqual([
      ["2", 0, "read"],
      ["2", 1, "confirmed"],
      ["2", 2, "changed"],
      ["10", 0, "read"],
    ]);
    expect(items[2]).toMatchObject({
      position: 3,
      code: "000003",
      quantity: "100",
      evidence: {
        image: { sid: two, name: "2.jpg", width: 4000, height: 3000 },
        rect: { width: 300 },
        isRotated: false,
        approvedBy: "Grace",
      },
    });
    await db.update(images).set({ rotation: "rotate180" }).where(eq(images.sid, two));
    const [first] = (await person.rpc.project.fetchReportRows.query(address)).items;
    expect(first?.evidence?.isRotated).toBe(true);
    await expect(db.update(reportImages).set({ version: "x" })).rejects.toThrow("Failed query");
  });

  it("searches, filters and sorts the rows, and sums what it shows", async () => {
    const { address } = await completeEvent();
    const rows = async (query: object) => {
      const found = await person.rpc.project.fetchReportRows.query({ ...address, ...query });
      return [found.items.map(({ code }) => Number(code)), found.total, found.quantity];
    };
    expect(await rows({ search: "00010" })).toEqual([[10], 1, 9]);
    expect(await rows({ search: "%" })).toEqual([[], 0, 0]);
    expect(await rows({ area: "2", sort: "-quantity" })).toEqual([[3, 2, 1], 3, 103]);
    expect(await rows({ sort: "-areaCode", pageSize: 2 })).toEqual([[10, 1], 4, 112]);
    expect(await rows({ sort: "quantity", pageSize: 3, page: 2 })).toEqual([[3], 4, 112]);
    expect(await rows({ department: "" })).toEqual([[1, 2, 3, 10], 4, 112]);
    expect(await codeOf(person.rpc.project.fetchReportRows.query({ ...address, pageSize: 501 }))).toBe("BAD_REQUEST");
  });

  it("groups by area and gives the figures of the charts", async () => {
    const { address } = await completeEvent();
    expect((await report().fetchGroups.query({ ...address, by: "area" })).items).toEqual([
      { name: "2", rows: 3, quantity: 103, skus: 3 },
      { name: "10", rows: 1, quantity: 9, skus: 1 },
    ]);
    const { areas, codes, origins } = await report().getFigures.query(address);
    expect(areas[0]).toEqual({ area: "2", quantity: 103 });
    expect(codes[0]).toEqual({ code: "000003", description: null, quantity: 100 });
    expect(origins).toEqual({ read: 2, confirmed: 1, changed: 1, added: 0 });
  });

  it("shows rows of earlier reports without evidence", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const row = { areaCode: "1", bayCode: "", shelfCode: "", code: "000001", quantity: "4" };
    const { sid } = await makeReport(db, { projectSid, createdBy: person.user.sid, rows: [row] });
    const address = { project: { slug }, reportSid: sid };
    const { items } = await person.rpc.project.fetchReportRows.query(address);
    expect(items).toEqual([{ ...row, position: 1, description: null, evidence: null }]);
    expect((await report().getFigures.query(address)).origins).toBeNull();
  });
});

describe("PD-143 comparing reports", () => {
  it("lists the rows that changed between two versions", async () => {
    const { db } = api.database;
    const { address, two, slug } = await completeEvent();
    await person.rpc.project.reopenProject.mutate({ slug });
    await db
      .update(detectionPatches)
      .set({ patch: { op: "replace", path: "/2/quantity/value", value: "30" } })
      .where(eq(detectionPatches.position, 1));
    await db
      .update(images)
      .set({ status: "rejected", rejectedAt: new Date(), rejectedBy: person.user.sid })
      .where(eq(images.name, "10.jpg"));
    const second = (await person.rpc.project.completeProject.mutate({ slug })).report;
    const compared = { project: { slug }, reportSid: second.sid, beforeSid: address.reportSid };
    const { items, counts } = await report().fetchChanges.query(compared);
    expect(counts).toEqual({ changed: 1, added: 0, removed: 1 });
    expect(items).toMatchObject([
      { kind: "changed", before: { quantity: "100" }, after: { quantity: "30", source: `${two}:2` } },
      { kind: "removed", before: { code: "000010" } },
    ]);
    expect((await report().fetchChanges.query({ ...compared, kind: "removed" })).total).toBe(1);
  });

  it("compares with another event by code and area, and hides events that the person does not see", async () => {
    const { db } = api.database;
    const { address } = await completeEvent();
    const rows = [
      { areaCode: "2", bayCode: "", shelfCode: "", code: "000003", quantity: "10" },
      { areaCode: "3", bayCode: "", shelfCode: "", code: "000099", quantity: "5" },
    ];
    const earlier = await makeProject(db, { name: "Autumn", status: "completed" });
    await makeReport(db, { projectSid: earlier.sid, createdBy: person.user.sid, rows });
    const compare = (more: object) => report().fetchDifferences.query({ ...address, other: earlier.slug, ...more });
    const byCode = await compare({ pageSize: 2 });
    expect([byCode.total, byCode.items[0]]).toEqual([
      5,
      { name: "000003", description: null, before: 10, after: 100, difference: 90 },
    ]);
    expect(
      (await compare({ by: "area", sort: "name" })).items.map(({ name, difference }) => [name, difference]),
    ).toEqual([
      ["2", 93],
      ["3", -5],
      ["10", 9],
    ]);
    expect((await report().fetchComparableEvents.query(address)).map(({ slug }) => slug)).toContain(earlier.slug);
    const hidden = await makeProject(db, { status: "preview" });
    await makeReport(db, { projectSid: hidden.sid, createdBy: person.user.sid, rows });
    expect(await codeOf(compare({ other: hidden.slug }))).toBe("NOT_FOUND");
    expect(await codeOf(compare({ other: (await makeProject(db)).slug }))).toBe("NOT_FOUND");
  });
});
