import { VARIANCE_FILTERS, VARIANCE_FILTER_RULES, recheckWorth } from "@precount/domain";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, inArray } from "../../db/drizzle.ts";
import { imageDetections } from "../../db/schema/detections.ts";
import { projects } from "../../db/schema/projects.ts";
import { newSid } from "../../lib/ids.ts";
import { makeItemList, makeSticker } from "../../testing/counted-event.ts";
import {
  makeArea,
  makeDetection,
  makeImage,
  makeModel,
  makePair,
  makeProject,
  makeReport,
} from "../../testing/factories.ts";
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

type Photo = Parameters<typeof makeImage>[1];
async function addPhoto(photo: Photo, ...read: (readonly [string, string])[]): Promise<string> {
  const { db } = api.database;
  const { sid } = await makeImage(db, photo);
  const status = photo.status === "approved" ? "validated" : "inferred";
  await makeDetection(db, {
    imageSid: sid,
    modelSid,
    status,
    predictions: read.map(([code, quantity]) => makeSticker(code, quantity)),
  });
  return sid;
}

const row = (areaCode: string, code: string, quantity: string) => ({
  areaCode,
  bayCode: "",
  shelfCode: "",
  code,
  quantity,
});
const download = (url: string) =>
  api.inject({ method: "GET", url, headers: { cookie: person.headers["cookie"] ?? "" } });

/** A completed event with a report. */
const makeEarlier = async () => {
  const { db } = api.database;
  const earlier = await makeProject(db, { name: "Autumn", status: "completed" });
  const rows = [row("1", "000001", "20"), row("2", "000002", "50"), row("3", "000003", "2")];
  await makeReport(db, { projectSid: earlier.sid, createdBy: person.user.sid, rows });
  return earlier;
};

/** Areas 1 and 2 with photos, a photo without an area, and five items; see the numbers in the tests. */
async function makeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db, { name: "Spring" });
  const one = await makeArea(db, { projectSid, number: 1 });
  const two = await makeArea(db, { projectSid, number: 2 });
  await makeItemList(db, projectSid, [
    { code: "000001", description: "Tea", department: "Drinks", unitPrice: 2, expectedQuantity: 10 },
    { code: "000002", description: "=Rice", department: "Food", unitPrice: 0.5, expectedQuantity: 100 },
    { code: "000003", department: "Food", unitPrice: 3, expectedQuantity: 7 },
    { code: "000004", department: null, unitPrice: 1, expectedQuantity: 0 },
    { code: "000005", unitPrice: 1, lastQuantity: 4 },
  ]);
  const first = await addPhoto(
    { projectSid, areaSid: one.sid, status: "approved", name: "0001.jpg" },
    ["000001", "12"],
    ["000002", "30"],
  );
  await addPhoto(
    { projectSid, areaSid: two.sid, status: "pending", name: "0002.jpg" },
    ["000002", "50"],
    ["000009", "6"],
  );
  await addPhoto({ projectSid, name: "none.jpg" }, ["000004", "1"], ["000005", "2"]);
  return { projectSid, project: { slug }, one, two, first };
}

/** Decides that the first stickers of two photos are the same. */
async function markAsSame(projectSid: string, ...photos: [string, string]): Promise<void> {
  const { db } = api.database;
  const { imageSid, sid: detectionSid } = imageDetections;
  const sides = await db.select({ imageSid, detectionSid }).from(imageDetections).where(inArray(imageSid, photos));
  await makePair(db, sides, { projectSid, status: "same", decidedAt: new Date(), decidedBy: person.user.sid });
}

describe("PD-96 variance.getVariance", () => {
  it("compares an open event's current results with the item list, in units and in money", async () => {
    const { project } = await makeEvent();
    const variance = await person.rpc.variance.getVariance.query({ project });
    expect(variance).toMatchObject({
      basis: "expected",
      bases: ["expected", "last"],
      measure: "value",
      hasPrices: true,
      images: { total: 3, settled: 1 },
    });
    expect(variance.overview?.totals).toEqual({
      counted: 93,
      expected: 117,
      difference: -24,
      gains: 3,
      losses: -27,
      // 2 × 2 + 1 × 1 against 20 × 0.5 + 7 × 3
      value: { counted: 65, expected: 91, difference: -26, gains: 5, losses: -31 },
      codes: { expected: 3, counted: 2, notCounted: 1 },
      withoutExpectation: { codes: 2, units: 8 },
    });
    expect(
      variance.overview?.departments.map(({ department, difference, value }) => [
        department,
        difference,
        value?.difference,
      ]),
    ).toEqual([
      ["Food", -27, -31],
      ["Drinks", 2, 4],
      [null, 1, 1],
    ]);
    expect(variance.overview?.topLosses.map(({ code, value }) => [code, value])).toEqual([
      ["000003", -21],
      ["000002", -10],
    ]);
    expect(variance.overview?.topGains.map(({ code, value, percent }) => [code, value, percent])).toEqual([
      ["000001", 4, 20],
      ["000004", 1, null],
    ]);
  });

  it("follows each edit", async () => {
    const { project, projectSid, first } = await makeEvent();
    const { db } = api.database;
    const counted = async () => (await person.rpc.variance.getVariance.query({ project })).overview?.totals.counted;
    expect(await counted()).toBe(93);
    const [detection] = await db.select().from(imageDetections).where(eq(imageDetections.imageSid, first));
    await person.rpc.imageDetection.invalidateImageDetection.mutate({ sid: detection?.sid ?? "" });
    await person.rpc.imageDetection.pushImageDetectionPatches.mutate({
      sid: detection?.sid ?? "",
      patches: [
        { op: "replace", path: "/0/quantity/value", value: "10" },
        { op: "replace", path: "/1/discarded", value: true },
      ],
    });
    expect(await counted()).toBe(61);
    await person.rpc.image.rejectImage.mutate({ sid: first });
    expect(await counted()).toBe(51);
    await db.update(projects).set({ itemListSid: null }).where(eq(projects.sid, projectSid));
    expect(await person.rpc.variance.getVariance.query({ project })).toMatchObject({ basis: null, overview: null });
    expect(await codeOf(person.rpc.variance.fetchCodes.query({ project }))).toBe("PRECONDITION_FAILED");
  });

  it("PD-93: counts a sticker that two photos show once, as the report does", async () => {
    const { project, projectSid, first } = await makeEvent();
    const again = await addPhoto({ projectSid, name: "again.jpg" }, ["000001", "12"]);
    const counted = async () => (await person.rpc.variance.getVariance.query({ project })).overview?.totals.counted;
    expect(await counted()).toBe(105);
    await markAsSame(projectSid, first, again);
    expect(await counted()).toBe(93);
  });

  it("lists codes by filter, search, department and order like domain's rules", async () => {
    const { project } = await makeEvent();
    const all = await person.rpc.variance.fetchCodes.query({ project });
    expect(all.items.map(({ code, counted, expected, difference }) => [code, counted, expected, difference])).toEqual([
      ["000001", 12, 10, 2],
      ["000002", 80, 100, -20],
      ["000003", 0, 7, -7],
      ["000004", 1, 0, 1],
      ["000005", 2, null, null],
      ["000009", 6, null, null],
    ]);
    for (const filter of VARIANCE_FILTERS) {
      const shown = await person.rpc.variance.fetchCodes.query({ project, filter });
      expect([filter, shown.items]).toEqual([filter, all.items.filter(VARIANCE_FILTER_RULES[filter])]);
    }
    const codes = async (more: object) =>
      (await person.rpc.variance.fetchCodes.query({ project, ...more })).items.map(({ code }) => code);
    expect(await codes({ sort: "value" })).toEqual(["000003", "000002", "000004", "000001", "000005", "000009"]);
    expect(await codes({ sort: "-difference", pageSize: 2 })).toEqual(["000001", "000004"]);
    expect(await codes({ search: "rice" })).toEqual(["000002"]);
    expect(await codes({ department: "Food", sort: "-code" })).toEqual(["000003", "000002"]);
    expect(await person.rpc.variance.fetchCodes.query({ project, page: 9, pageSize: 4 })).toMatchObject({
      page: 2,
      total: 6,
    });
  });

  it("PD-97: gives areas their share of the differences, and ranks areas and stickers by what a recheck can correct", async () => {
    const { project, one, two } = await makeEvent();
    const { items: areas } = await person.rpc.variance.fetchAreas.query({ project });
    // Code 2 lacks 20 units: 30 of its 80 units are in area 1.
    expect(areas.map(({ area, counted, difference, worth }) => [area.name, counted, difference, worth.value])).toEqual([
      ["1", 42, -5.5, 7.75],
      ["2", 56, -12.5, 6.25],
      ["", 3, 1, 1],
    ]);
    const list = await person.rpc.variance.getRecountList.query({ project });
    expect(list.areas.map(({ area }) => area.sid)).toEqual([one.sid, two.sid]);
    expect(list.stickers.map(({ code, result, area, worth }) => [code, result, area?.name, worth.value])).toEqual([
      ["000002", 1, "2", 6.25],
      ["000001", 1, "1", 4],
      ["000002", 2, "1", 3.75],
      ["000004", 1, undefined, 1],
    ]);
    for (const { units, difference, counted, worth } of list.stickers)
      expect(worth.units).toBeCloseTo(recheckWorth(units, difference, counted), 6);
    const inUnits = await person.rpc.variance.getRecountList.query({ project, measure: "units" });
    expect(inUnits.stickers.map(({ worth }) => worth.units)).toEqual([12.5, 7.5, 2, 1]);
  });
});

describe("PD-98 the earlier event", () => {
  it("is chosen among events with a report, and compares areas and codes", async () => {
    const { project } = await makeEvent();
    const earlier = await makeEarlier();
    const chosen = await person.rpc.variance.choosePreviousEvent.mutate({ project, previousEvent: earlier.sid });
    expect(chosen.chosen).toMatchObject({ slug: earlier.slug, name: "Autumn" });
    const variance = await person.rpc.variance.getVariance.query({ project, basis: "previous" });
    expect(variance).toMatchObject({ bases: ["expected", "last", "previous"], previousEvent: { name: "Autumn" } });
    // A code that was not there before has the expected quantity 0.
    expect(variance.overview?.totals).toMatchObject({ counted: 101, expected: 72, withoutExpectation: { codes: 0 } });
    const { items: areas } = await person.rpc.variance.fetchAreas.query({ project, basis: "previous" });
    expect(areas.map(({ area, expected, difference }) => [area.name, expected, difference])).toEqual([
      ["1", 20, 22],
      ["2", 50, 6],
      ["3", 2, -2],
      ["", 0, 3],
    ]);
    await person.rpc.variance.choosePreviousEvent.mutate({ project, previousEvent: null });
    expect((await person.rpc.variance.getPreviousEvent.query(project)).chosen).toBeNull();
  });

  it("is never an event that the user may not see, one of another group, or one without a report", async () => {
    const { db } = api.database;
    const { project, projectSid } = await makeEvent();
    const hidden = await makeProject(db, { groups: [newSid()], status: "completed" });
    await makeReport(db, { projectSid: hidden.sid, createdBy: person.user.sid });
    const open = await makeProject(db);
    for (const previousEvent of [hidden.sid, open.sid, projectSid]) {
      const call = person.rpc.variance.choosePreviousEvent.mutate({ project, previousEvent });
      expect(await codeOf(call)).toBe("NOT_FOUND");
    }
    await db.update(projects).set({ previousEventSid: hidden.sid }).where(eq(projects.sid, projectSid));
    expect(await person.rpc.variance.getVariance.query({ project })).toMatchObject({
      bases: ["expected", "last"],
      previousEvent: null,
    });
  });
});

describe("a report's variance and the downloads", () => {
  it("compares the rows of a report, which later edits do not change", async () => {
    const { db } = api.database;
    const { project, projectSid } = await makeEvent();
    const rows = [{ areaCode: "1", bayCode: "", shelfCode: "", code: "000001", quantity: "8" }];
    const { sid: reportSid } = await makeReport(db, { projectSid, createdBy: person.user.sid, rows });
    const variance = await person.rpc.variance.getVariance.query({ project, reportSid });
    expect(variance.overview?.totals).toMatchObject({ counted: 8, codes: { expected: 3, counted: 1 } });
    const other = await makeEvent();
    expect(await codeOf(person.rpc.variance.getVariance.query({ project: other.project, reportSid }))).toBe(
      "NOT_FOUND",
    );
  });

  it("streams codes, departments, areas and the recount list as CSV and XLSX, with no cell that runs", async () => {
    const { project } = await makeEvent();
    const url = `/api/projects/${project.slug}/variance/download`;
    const codes = await download(`${url}?table=codes`);
    expect(codes.headers["content-disposition"]).toContain("Spring%20%E2%80%93%20variance%20codes.csv");
    expect(codes.body.slice(1).split("\r\n").slice(0, 4)).toEqual([
      "SKU,Description,Department,Unit price,Stickers,Counted,Expected,Difference,Difference in percent,Difference in value",
      '"000001","Tea","Drinks",2,1,12,10,2,20,4',
      `"000002","'=Rice","Food",0.5,2,80,100,-20,-20,-10`,
      '"000003",,"Food",3,0,0,7,-7,-100,-21',
    ]);
    const departments = await download(`${url}?table=departments`);
    expect(departments.body).toContain('"Food",2,1,1,80,107,-27,-25,-31,0\r\n');
    expect((await download(`${url}?table=areas`)).body).toContain('"2",2,56,,-12.5,-6.25,12.5,6.25\r\n');
    expect((await download(`${url}?table=recount`)).body).toContain(
      '"Sticker","2","0002.jpg",1,"000002","\'=Rice",50,100,-20,12.5,6.25',
    );
    const sheet = await readSheet((await download(`${url}?table=codes&format=xlsx`)).rawPayload);
    expect(sheet[2]).toEqual(["000002", "=Rice", "Food", 0.5, 2, 80, 100, -20, -20, -10]);
    expect((await download(`${url}?basis=previous`)).statusCode).toBe(412);
  });
});

describe("PD-97 both results of a recount", () => {
  it("shows the second result against the first, code by code", async () => {
    const { project, projectSid, one } = await makeEvent();
    await person.rpc.area.photographAgain.mutate({ project, areas: [one.sid], reason: "Tea is short" });
    const recounts = async () => (await person.rpc.variance.getRecountList.query({ project })).recounts;
    expect(await recounts()).toMatchObject([
      {
        area: { name: "1" },
        reason: "Tea is short",
        createdBy: "Grace",
        state: "waiting",
        first: { units: 42, stickers: 2 },
        second: null,
        lines: [],
      },
    ]);
    const createdAt = new Date(Date.now() + 1000);
    await addPhoto({ projectSid, areaSid: one.sid, status: "approved", createdAt }, ["000001", "10"], ["000002", "30"]);
    expect(await recounts()).toMatchObject([
      { state: "done", second: { units: 40 }, lines: [{ code: "000001", first: 12, second: 10, difference: -2 }] },
    ]);
  });

  it("PD-67 PD-93: counts only photos that count, before the request and after it, and each of their stickers once", async () => {
    const { project, projectSid, one } = await makeEvent();
    const inArea = { projectSid, areaSid: one.sid, status: "approved" as const };
    const copy = await addPhoto({ ...inArea, createdAt: new Date(Date.now() - 60_000) }, ["000001", "12"]);
    await person.rpc.area.decidePhoto.mutate({ imageSid: copy, countsToo: false });
    await person.rpc.area.photographAgain.mutate({ project, areas: [one.sid], reason: "Tea is short" });
    const recounts = async () => (await person.rpc.variance.getRecountList.query({ project })).recounts;
    expect(await recounts()).toMatchObject([{ state: "waiting", first: { units: 42 } }]);
    const createdAt = new Date(Date.now() + 1000);
    const newest = new Date(Date.now() + 2000);
    const second = await addPhoto({ ...inArea, name: "b.jpg", createdAt }, ["000001", "10"]);
    const third = await addPhoto({ ...inArea, name: "a.jpg", createdAt: newest }, ["000001", "11"]);
    const counted = async () => {
      const [recount] = await recounts();
      const { items } = await person.rpc.variance.fetchAreas.query({ project });
      return [recount?.second?.units, items.find(({ area }) => area.name === "1")?.counted];
    };
    expect(await counted()).toEqual([11, 11]);
    await person.rpc.area.decidePhoto.mutate({ imageSid: second, countsToo: true });
    expect(await counted()).toEqual([21, 21]);
    await markAsSame(projectSid, second, third);
    expect(await counted()).toEqual([11, 11]);
    await person.rpc.area.decidePhoto.mutate({ imageSid: second, countsToo: false });
    expect(await counted()).toEqual([11, 11]);
    await person.rpc.area.voidArea.mutate({ sid: one.sid });
    expect(await recounts()).toMatchObject([{ state: "voided", first: { units: 42 }, second: null, lines: [] }]);
  });
});
