import { type Area, photoCodes } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { images } from "../../db/schema/images.ts";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";
import { linkByCodes } from "./link-by-codes.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  await Promise.all([api.services.listening.start(), api.services.queue.start()]);
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const read = (imageSid: string, ...texts: string[]) =>
  linkByCodes({ db: api.database.db, queue: api.services.queue }, imageSid, photoCodes(texts));
/** Whether each photo's stickers are to be searched for duplicates. */
const areSearched = async (...sids: string[]): Promise<boolean[]> => {
  const jobs = await api.services.queue.boss.findJobs<{ imageSid: string }>("find-duplicates");
  return sids.map((sid) => jobs.some(({ data }) => data.imageSid === sid));
};
const areaOf = async (sid: string): Promise<string | null> => {
  const [image] = await api.database.db.select({ areaSid: images.areaSid }).from(images).where(eq(images.sid, sid));
  return image?.areaSid ?? null;
};
const create = (slug: string, from: number, to: number) =>
  person.rpc.area.createRange.mutate({ project: { slug }, from, to });
const link = (imageSid: string, areaSid: string | null, replace = false) =>
  person.rpc.area.linkImage.mutate({ imageSid, areaSid, replace });

/** An event with areas 7 and 8, and a photo without an area in its name. */
async function makeStore(given: Parameters<typeof makeProject>[1] = {}) {
  const { db } = api.database;
  const project = await makeProject(db, given);
  const [seven, eight] = await Promise.all([7, 8].map((number) => makeArea(db, { projectSid: project.sid, number })));
  const photo = (name = "IMG 1.jpg") => makeImage(db, { projectSid: project.sid, name });
  return { ...project, seven: seven?.sid ?? "", eight: eight?.sid ?? "", photo };
}

describe("PD-31: codes in a photo", () => {
  it.each([
    ["one sheet", ["PRECOUNT:A7"], "seven"],
    ["a sheet and goods", ["PRECOUNT:A7", "8", "12345678", "https://example.test"], "seven"],
    ["a store's own label", ["0008"], "eight"],
    ["two sheets", ["PRECOUNT:A7", "PRECOUNT:A8"], null],
    ["two labels", ["7", "8"], null],
    ["of no area", ["PRECOUNT:A99"], null],
    ["nothing", [], null],
  ] as const)("%s", async (_, texts, area) => {
    const store = await makeStore();
    const { sid } = await store.photo();
    await read(sid, ...texts);
    expect(await areaOf(sid)).toBe(area === null ? null : store[area]);
  });

  it("PD-93: a photo linked by its code or by a new range is searched for duplicates, others are not", async () => {
    const store = await makeStore();
    const [seven, nine, none] = await Promise.all([store.photo(), store.photo(), store.photo()]);
    await read(seven.sid, "PRECOUNT:A7");
    await read(nine.sid, "PRECOUNT:A9");
    await read(none.sid, "PRECOUNT:A99");
    expect(await areSearched(seven.sid, nine.sid, none.sid)).toEqual([true, false, false]);
    await create(store.slug, 9, 10);
    expect(await areSearched(seven.sid, nine.sid, none.sid)).toEqual([true, true, false]);
  });

  it("publishes the image and the area", async () => {
    const store = await makeStore();
    const { sid } = await store.photo();
    const heard: string[] = [];
    const stop = api.services.live.subscribe(store.sid, ({ kind, sid: changed }) => heard.push(`${kind} ${changed}`));
    await read(sid, "PRECOUNT:A7");
    await expect.poll(() => heard.toSorted()).toEqual([`area ${store.seven}`, `image ${sid}`].toSorted());
    stop();
  });

  it("changes no existing link", async () => {
    const store = await makeStore();
    const { sid } = await store.photo();
    await link(sid, store.eight);
    await read(sid, "PRECOUNT:A7");
    expect(await areaOf(sid)).toBe(store.eight);
  });

  it("never links a photo again that a person unlinked", async () => {
    const store = await makeStore();
    const { sid } = await store.photo("0009.jpg");
    await read(sid, "PRECOUNT:A7");
    expect(await areaOf(sid)).toBe(store.seven);
    await link(sid, null);
    await read(sid, "PRECOUNT:A7");
    await create(store.slug, 9, 9);
    expect(await areaOf(sid)).toBeNull();
    await person.rpc.area.deleteArea.mutate({ sid: store.seven });
    await create(store.slug, 7, 7);
    expect(await areaOf(sid)).toBeNull();
  });

  it("links photos again to an area that was deleted and recreated", async () => {
    const store = await makeStore();
    const { sid } = await store.photo();
    await read(sid, "PRECOUNT:A7");
    await link(sid, null);
    await link(sid, store.eight);
    await person.rpc.area.deleteArea.mutate({ sid: store.seven });
    await person.rpc.area.deleteArea.mutate({ sid: store.eight });
    expect(await areaOf(sid)).toBeNull();
    await create(store.slug, 7, 8);
    expect((await areas(store.slug)).map(({ imageSid }) => imageSid)).toEqual([sid, null]);
  });

  it("PD-67: photos that Replace excluded stay in the area, excluded", async () => {
    const store = await makeStore();
    const [old, young] = [await store.photo(), await store.photo()];
    await read(old.sid, "PRECOUNT:A7");
    await link(young.sid, store.seven, true);
    await read(old.sid, "PRECOUNT:A7");
    expect([await areaOf(old.sid), await areaOf(young.sid)]).toEqual([store.seven, store.seven]);
    expect(await person.rpc.area.fetchAreaImages.query({ sid: store.seven })).toMatchObject([
      { sid: young.sid, countsToo: null },
      { sid: old.sid, countsToo: false },
    ]);
  });

  it.each(["completed", "discarded", "archived"] as const)("a %s event stays as it is", async (status) => {
    const store = await makeStore({ status });
    const { sid } = await store.photo();
    await read(sid, "PRECOUNT:A7");
    expect(await areaOf(sid)).toBeNull();
  });

  it("ignores a deleted photo", async () => {
    await expect(read("a".repeat(24), "PRECOUNT:A7")).resolves.toBeUndefined();
  });
});

const areas = (slug: string): Promise<Area[]> => person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } });

describe("a range that is made after its photos", () => {
  it("finds them by the form's field, else the name, else the codes", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const [byField, byName, byCode, ofTwo] = [
      await makeImage(db, { projectSid, name: "0022.jpg", givenAreaNumber: 21 }),
      await makeImage(db, { projectSid, name: "0022.jpg" }),
      await makeImage(db, { projectSid, name: "IMG.jpg" }),
      await makeImage(db, { projectSid, name: "IMG.jpg" }),
    ];
    await read(byName.sid, "PRECOUNT:A23");
    await read(byCode.sid, "PRECOUNT:A23");
    await read(ofTwo.sid, "24", "25");
    await create(slug, 25, 25);
    expect((await areas(slug)).map(({ imageSid }) => imageSid)).toEqual([ofTwo.sid]);
    await create(slug, 21, 24);
    const found = Object.fromEntries((await areas(slug)).map(({ name, imageSid }) => [name, imageSid]));
    expect(found).toEqual({ 21: byField.sid, 22: byName.sid, 23: byCode.sid, 24: null, 25: ofTwo.sid });
  });

  it("created while codes are read: the range or the reading links each photo", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const photos = await Promise.all(Array.from({ length: 40 }, () => makeImage(db, { projectSid, name: "IMG.jpg" })));
    await Promise.all([
      ...photos.slice(0, 20).map(({ sid }, i) => read(sid, `PRECOUNT:A${i + 1}`)),
      create(slug, 1, 40),
      ...photos.slice(20).map(({ sid }, i) => read(sid, `PRECOUNT:A${i + 21}`)),
    ]);
    expect((await areas(slug)).map(({ imageSid }) => imageSid)).toEqual(photos.map(({ sid }) => sid));
  });
});
