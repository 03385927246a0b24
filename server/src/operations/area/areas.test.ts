import { type Area, PROJECT_STATUSES, eventIsOpen } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "../../db/drizzle.ts";
import { images } from "../../db/schema/images.ts";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
let other: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
  other = await api.signIn({ name: "Ada", role: "admin" });
});
afterAll(() => api.close());

const makeEvent = (given: Parameters<typeof makeProject>[1] = {}) => makeProject(api.database.db, given);
const areasOf = (slug: string, { rpc }: Pick<Caller, "rpc"> = person): Promise<Area[]> =>
  rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });
const create = (slug: string, from: number, to: number, { rpc }: Pick<Caller, "rpc"> = person) =>
  rpc.area.createRange.mutate({ project: { slug }, from, to });
const changeRange = (call: "restoreRange" | "deleteRange", slug: string, from: number, to: number) =>
  person.rpc.area[call].mutate({ project: { slug }, from, to });
const voidRange = (slug: string, from: number, to: number, { rpc }: Pick<Caller, "rpc"> = person) =>
  rpc.area.voidRange.mutate({ project: { slug }, from, to, reason: "closed" });
const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 5, 0, second));
const link = (imageSid: string, areaSid: string | null, replace = false) =>
  person.rpc.area.linkImage.mutate({ imageSid, areaSid, replace });
const namesOf = (areas: readonly Area[], status: Area["status"]): string[] =>
  areas.filter((area) => area.status === status).map(({ name }) => name);

it("linking a photo to an area and a bulk action on the same photos do not deadlock", async () => {
  const { sid: projectSid } = await makeEvent();
  const { db, pool } = api.database;
  const area = await makeArea(db, { projectSid, number: 1 });
  const [first = "", second = ""] = [await makeImage(db, { projectSid }), await makeImage(db, { projectSid })]
    .map(({ sid }) => sid)
    .toSorted();
  await db.update(images).set({ areaSid: area.sid }).where(eq(images.sid, first));
  const bulk = await pool.connect();
  try {
    // A bulk action locks its images in the order of their sids.
    const lock = "select sid from images where sid = $1 for update";
    await bulk.query("begin");
    await bulk.query(lock, [first]);
    const linking = link(second, area.sid, true);
    const waiting =
      "select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await pool.query(waiting)).rows[0]?.count).toBeGreaterThan(0);
    await bulk.query(lock, [second]);
    await bulk.query("commit");
    await linking;
  } finally {
    bulk.release();
  }
});

describe("S7.10 area.createRange and voidRange", () => {
  it("S3.12 PD-55: creates the missing numbers of a range in order and answers their names and a message", async () => {
    const { slug } = await makeEvent();
    expect(await create(slug, 9, 11)).toEqual({
      names: ["9", "10", "11"],
      message: "Areas 9–11 successfully created",
    });
    expect((await create(slug, 10, 12)).message).toBe("Areas 12 successfully created");
    expect(await create(slug, 9, 12)).toEqual({ names: [], message: "0 Areas created" });
    const areas = await areasOf(slug);
    expect(areas.map(({ name, status, imageSid, voided }) => ({ name, status, imageSid, voided }))).toEqual(
      ["9", "10", "11", "12"].map((name) => ({ name, status: "not_taken", imageSid: null, voided: null })),
    );
    expect(new Set(areas.map(({ sid }) => sid)).size).toBe(4);
  });

  it("S3.12 PD-55: voids a range's existing areas that are not voided yet, with user, time and reason", async () => {
    const { slug } = await makeEvent();
    await create(slug, 1, 5);
    expect(await voidRange(slug, 4, 9)).toEqual({ names: ["4", "5"], message: "Areas 4, 5 successfully voided" });
    expect((await voidRange(slug, 3, 5, other)).names).toEqual(["3"]);
    expect(await voidRange(slug, 3, 5)).toEqual({ names: [], message: "0 Areas voided" });
    const areas = await areasOf(slug);
    expect(namesOf(areas, "voided")).toEqual(["3", "4", "5"]);
    expect(areas[3]?.voided).toEqual({ at: expect.any(String), by: "Grace", reason: "closed" });
    expect(areas[2]?.voided?.by).toBe("Ada");
  });

  it("PD-33: restores the voided areas of a range and deletes those without a photo", async () => {
    const { sid: projectSid, slug } = await makeEvent();
    await create(slug, 1, 6);
    await makeImage(api.database.db, { projectSid, areaSid: (await areasOf(slug))[3]?.sid ?? "" });
    await voidRange(slug, 2, 5);
    expect(await changeRange("restoreRange", slug, 3, 9)).toEqual({
      names: ["3", "4", "5"],
      message: "Areas 3–5 successfully restored",
    });
    expect((await changeRange("restoreRange", slug, 3, 9)).message).toBe("0 Areas restored");
    expect((await areasOf(slug)).map(({ name, status, voided }) => [name, status, voided?.reason])).toEqual([
      ["1", "not_taken", undefined],
      ["2", "voided", "closed"],
      ["3", "not_taken", undefined],
      ["4", "pending", undefined],
      ["5", "not_taken", undefined],
      ["6", "not_taken", undefined],
    ]);
    expect(await changeRange("deleteRange", slug, 2, 5)).toEqual({
      names: ["2", "3", "5"],
      message: "Areas 2, 3, 5 successfully deleted",
    });
    expect((await changeRange("deleteRange", slug, 2, 5)).message).toBe(
      "0 Areas deleted: the range has no area without a photo",
    );
    const { items } = await other.rpc.audit.fetchAudit.query({ filters: { action: "area." } });
    const sentences = items.map(({ description }) => description.sentence[0]);
    expect(sentences.slice(0, 5)).toEqual([
      "deleted 0 areas in ",
      "deleted 3 areas (2, 3, 5) in ",
      "restored 0 areas in ",
      "restored 3 areas (3–5) in ",
      "voided 4 areas (2–5) in ",
    ]);
    expect((await areasOf(slug)).map(({ name }) => name)).toEqual(["1", "4", "6"]);
  });

  it("voids each number once when two people void the same range at the same time", async () => {
    const { slug } = await makeEvent();
    await create(slug, 1, 200);
    const answers = await Promise.all([voidRange(slug, 1, 200), voidRange(slug, 1, 200, other)]);
    expect(answers.flatMap(({ names }) => names)).toHaveLength(200);
    const both = await Promise.all([create(slug, 150, 300), create(slug, 150, 300, other)]);
    expect(both.flatMap(({ names }) => names)).toHaveLength(100);
    expect(await areasOf(slug)).toHaveLength(300);
  });

  it.each([
    [10, 1, "Areas finish should be grater then area start"],
    [0, 5, "Please enter area start"],
    [1.5, 5, "Please enter area start"],
    [1, 1e9, "Please enter area finish"],
    [1, 1_000_000, "At most 5000 areas at a time"],
  ])("S5.14 from %d to %d: %s", async (from, to, message) => {
    const { slug } = await makeEvent();
    const others = (["restoreRange", "deleteRange"] as const).map(
      (call) =>
        (...range: [string, number, number]) =>
          changeRange(call, ...range),
    );
    for (const call of [create, voidRange, ...others]) {
      expect(await errorOf(call(slug, from, to))).toEqual({ code: "BAD_REQUEST", message });
    }
  });

  it("links photos that were uploaded before their area by file name", async () => {
    const { sid: projectSid, slug } = await makeEvent();
    const image = (name: string) => makeImage(api.database.db, { projectSid, name });
    const { sid } = await image("0412.jpg");
    await image("unrelated.jpg");
    await create(slug, 400, 420);
    expect((await areasOf(slug)).filter(({ imageSid }) => imageSid !== null)).toMatchObject([
      { name: "412", status: "pending", imageSid: sid },
    ]);
  });
});

describe("S4.29 an area's status is that of its current photo", () => {
  it("the newest photo that is not rejected counts; if all are rejected, the newest", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeEvent();
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 7 });
    const rejected = () => ({ status: "rejected" as const, rejectedAt: new Date(), rejectedBy: person.user.sid });
    const now = async () => (await areasOf(slug))[0];
    expect(await now()).toMatchObject({ status: "not_taken", imageSid: null });
    const first = await makeImage(db, { projectSid, areaSid, createdAt: at(1), ...rejected() });
    expect(await now()).toMatchObject({ status: "rejected", imageSid: first.sid });
    const second = await makeImage(db, { projectSid, areaSid, createdAt: at(2), status: "approved" });
    await makeImage(db, { projectSid, areaSid, createdAt: at(3), ...rejected() });
    expect(await now()).toMatchObject({ status: "approved", imageSid: second.sid });
    const fourth = await makeImage(db, { projectSid, areaSid, createdAt: at(4), status: "uploaded" });
    expect(await now()).toMatchObject({ status: "pending", imageSid: fourth.sid });
    await person.rpc.area.voidArea.mutate({ sid: areaSid, reason: " being rebuilt " });
    expect(await now()).toMatchObject({ status: "voided", voided: { by: "Grace", reason: "being rebuilt" } });
    expect(await person.rpc.area.restoreArea.mutate({ sid: areaSid })).toMatchObject({
      status: "pending",
      voided: null,
    });
  });

  it("PD-67: links and unlinks a photo manually; Replace decides that the others do not count", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeEvent();
    const area = await makeArea(db, { projectSid, number: 7 });
    const other7 = await makeArea(db, { projectSid, number: 8 });
    const old = await makeImage(db, { projectSid, createdAt: new Date(0) });
    const newer = await makeImage(db, { projectSid, areaSid: area.sid });
    expect(await link(old.sid, area.sid)).toMatchObject([{ name: "7", imageSid: newer.sid }]);
    expect(await link(old.sid, area.sid, true)).toMatchObject([{ name: "7", imageSid: old.sid, photos: 2 }]);
    const ofArea = () => person.rpc.area.fetchAreaImages.query({ sid: area.sid });
    expect(await ofArea()).toMatchObject([
      { sid: old.sid, countsToo: null, decided: null },
      { sid: newer.sid, countsToo: false, decided: { by: "Grace" } },
    ]);
    expect(await link(newer.sid, area.sid, true)).toMatchObject([{ name: "7", imageSid: newer.sid }]);
    expect(await link(old.sid, other7.sid)).toMatchObject([
      { name: "7", imageSid: newer.sid, photos: 1 },
      { name: "8", imageSid: old.sid },
    ]);
    expect(await link(old.sid, null)).toMatchObject([{ name: "8", imageSid: null }]);
    await person.rpc.area.linkImage.mutate({ imageSid: old.sid, areaSid: area.sid, countsToo: true });
    expect(await ofArea()).toMatchObject([
      { sid: newer.sid, countsToo: true },
      { sid: old.sid, countsToo: true },
    ]);
    const elsewhere = await makeArea(db, { projectSid: (await makeEvent()).sid, number: 1 });
    expect(await codeOf(link(old.sid, elsewhere.sid))).toBe("NOT_FOUND");
    expect((await areasOf(slug)).map(({ status }) => status)).toEqual(["pending", "not_taken"]);
  });
});

describe("PD-67 area.decidePhoto", () => {
  it("records who decided and when, can be undone, and is in the audit log", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeEvent();
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 7 });
    const old = await makeImage(db, { projectSid, areaSid, status: "approved", createdAt: new Date(0) });
    const current = await makeImage(db, { projectSid, areaSid, status: "approved" });
    const decide = (imageSid: string, countsToo: boolean | null) =>
      person.rpc.area.decidePhoto.mutate({ imageSid, countsToo });
    const undecided = () => person.rpc.area.fetchUndecidedPhotos.query({ project: { slug } });
    const counts = async () => (await person.rpc.project.getProject.query({ slug })).images.undecided;
    expect(await areasOf(slug)).toMatchObject([{ undecided: 1, imageSid: current.sid }]);
    expect(await undecided()).toMatchObject([
      { area: { name: "7" }, current: { sid: current.sid }, photos: [{ sid: old.sid }] },
    ]);
    expect(await counts()).toBe(1);
    expect(await decide(old.sid, true)).toMatchObject({ undecided: 0, imageSid: current.sid });
    const [, decided] = await person.rpc.area.fetchAreaImages.query({ sid: areaSid });
    expect(decided).toMatchObject({ sid: old.sid, countsToo: true, decided: { by: "Grace" } });
    expect([await undecided(), await counts()]).toEqual([[], 0]);
    expect(await decide(old.sid, null)).toMatchObject({ undecided: 1 });
    // Excluding the current photo makes the other one current.
    expect(await decide(current.sid, false)).toMatchObject({ undecided: 0, imageSid: old.sid });
    const { rows } = await db.execute(
      sql`select details, actor_name from audit_entries
        where action = 'area.decidePhoto' and project_sid = ${projectSid} order by id`,
    );
    expect(rows).toMatchObject(
      [true, null, false].map((countsToo) => ({ actor_name: "Grace", details: { countsToo } })),
    );
  });

  it("forgets the decision when the photo leaves the area or the area is deleted", async () => {
    const { db } = api.database;
    const { sid: projectSid } = await makeEvent();
    const area = await makeArea(db, { projectSid, number: 7 });
    const other7 = await makeArea(db, { projectSid, number: 8 });
    const { sid: imageSid } = await makeImage(db, { projectSid, areaSid: area.sid });
    const stored = async () => {
      const [row] = await db.select().from(images).where(eq(images.sid, imageSid));
      return [row?.countsToo, row?.countsTooAt, row?.countsTooBy];
    };
    await person.rpc.area.decidePhoto.mutate({ imageSid, countsToo: false });
    expect((await stored())[0]).toBe(false);
    await link(imageSid, other7.sid);
    expect(await stored()).toEqual([null, null, null]);
    await person.rpc.area.decidePhoto.mutate({ imageSid, countsToo: true });
    await person.rpc.area.deleteArea.mutate({ sid: other7.sid });
    expect(await stored()).toEqual([null, null, null]);
    expect((await errorOf(person.rpc.area.decidePhoto.mutate({ imageSid, countsToo: true }))).message).toBe(
      "This photo is not in an area, so there is nothing to decide.",
    );
  });
});

describe("S7.10 area.voidArea, restoreArea and deleteArea", () => {
  it("refuses a repeated change, and keeps the photos of a deleted area", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeEvent();
    const { sid } = await makeArea(db, { projectSid, number: 7 });
    const image = await makeImage(db, { projectSid, areaSid: sid });
    const { voidArea, restoreArea, deleteArea } = person.rpc.area;
    expect((await errorOf(restoreArea.mutate({ sid }))).message).toBe("This area is not voided.");
    await voidArea.mutate({ sid });
    expect(await errorOf(voidArea.mutate({ sid }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "This area is already voided.",
    });
    await deleteArea.mutate({ sid });
    expect(await areasOf(slug)).toEqual([]);
    expect(await codeOf(deleteArea.mutate({ sid }))).toBe("NOT_FOUND");
    const kept = await person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: image.sid });
    expect(kept.areaCode).toBeNull();
  });

  it("linking a photo to an area and deleting it at the same time does not deadlock", async () => {
    const { db } = api.database;
    const { sid: projectSid } = await makeEvent();
    const images = await Promise.all(Array.from({ length: 8 }, () => makeImage(db, { projectSid })));
    for (let round = 0; round < 10; round += 1) {
      const { sid } = await makeArea(db, { projectSid, number: round + 1 });
      await Promise.all(images.slice(0, 4).map((image) => link(image.sid, sid)));
      const calls = [...images.map((image) => link(image.sid, sid)), person.rpc.area.deleteArea.mutate({ sid })];
      const codes = await Promise.all(calls.map((call) => codeOf(call)));
      expect(["not refused", "NOT_FOUND"]).toEqual(expect.arrayContaining([...new Set(codes)]));
      expect(codes.at(-1)).toBe("not refused");
    }
  });

  it.each(PROJECT_STATUSES)(
    "in a %s event, changes areas only while it is open, and only for people who see it",
    async (status) => {
      const { db } = api.database;
      const event = await makeEvent({ status });
      const isOpen = eventIsOpen({ status, isArchived: status === "archived" });
      const { sid } = await makeArea(db, { projectSid: event.sid, number: 7 });
      const image = await makeImage(db, { projectSid: event.sid });
      const calls = [
        ({ rpc }: Pick<Caller, "rpc">) => create(event.slug, 1, 2, { rpc }),
        ({ rpc }: Pick<Caller, "rpc">) => voidRange(event.slug, 1, 2, { rpc }),
        ({ rpc }: Pick<Caller, "rpc">) => rpc.area.linkImage.mutate({ imageSid: image.sid, areaSid: sid }),
        ({ rpc }: Pick<Caller, "rpc">) => rpc.area.decidePhoto.mutate({ imageSid: image.sid, countsToo: true }),
        ({ rpc }: Pick<Caller, "rpc">) => rpc.area.voidArea.mutate({ sid }),
      ];
      const expected = isOpen.ok
        ? { code: "not refused", message: "" }
        : { code: "PRECONDITION_FAILED", message: isOpen.reason };
      for (const call of calls) expect(await errorOf(call(other))).toEqual(expected);
      expect(await errorOf(other.rpc.area.deleteArea.mutate({ sid }))).toEqual(expected);
      const outsiders = status === "preview" ? ["NOT_FOUND"] : [];
      for (const code of outsiders) for (const call of calls) expect(await codeOf(call(person))).toBe(code);
      for (const call of calls) expect(await codeOf(call({ rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    },
  );
});

it("fetchAllAreasWithStatus takes one statement for any number of areas", async () => {
  const { slug } = await makeEvent();
  await create(slug, 1, 300);
  api.database.statements.length = 0;
  expect(await areasOf(slug)).toHaveLength(300);
  expect(api.database.statements.filter((statement) => statement.includes("areas"))).toHaveLength(1);
});
