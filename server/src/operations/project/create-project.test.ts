import { EVERYONE } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq } from "../../db/drizzle.ts";
import { imageJobs } from "../../db/schema/jobs.ts";
import { itemLists } from "../../db/schema/items.ts";
import { models } from "../../db/schema/models.ts";
import { projects } from "../../db/schema/projects.ts";
import { newSid } from "../../lib/ids.ts";
import { makeModel, makeProject, makeReport } from "../../testing/factories.ts";
import { makeForm } from "../../testing/make-form.ts";
import { samplePhoto } from "../../testing/sample-photos.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let person: Caller;
/** The default model for new photos, and another one. */
let newest: string;
let chosen: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.queue.start();
  admin = await api.signIn({ role: "admin", name: "Ada" });
  person = await api.signIn({ name: "Grace" });
  const { db } = api.database;
  newest = (await makeModel(db, { title: "Newest", backend: "onnx", trainedAt: new Date("2026-11-01") })).sid;
  const older = { title: "Chosen", backend: "onnx", trainedAt: new Date("2025-01-31"), status: "deprecated" } as const;
  chosen = (await makeModel(db, older)).sid;
});
afterAll(() => api.close());

type Input = Parameters<Caller["rpc"]["project"]["createProject"]["mutate"]>[0];
const create = (input: Input, caller = admin) => caller.rpc.project.createProject.mutate(input);

/** A completed event with a report. */
async function makeEarlier(given: Parameters<typeof makeProject>[1] = {}) {
  const earlier = await makeProject(api.database.db, { status: "completed", ...given });
  await makeReport(api.database.db, { projectSid: earlier.sid, createdBy: admin.user.sid });
  return earlier;
}

async function makeList(groupId: string): Promise<string> {
  const sid = newSid();
  await api.database.db.insert(itemLists).values({ sid, groupId, currentVersion: 0 });
  return sid;
}

async function uploadPhoto(slug: string): Promise<string> {
  const form = await makeForm([["file", samplePhoto(), "0001.jpg"]]);
  const response = await api.inject({
    method: "POST",
    url: `/api/projects/${slug}/images/upload`,
    headers: { ...person.headers, ...form.headers },
    payload: form.payload,
  });
  return response.json().images[0].sid;
}

const readModelOf = async (imageSid: string) =>
  (await api.database.db.select().from(imageJobs).where(eq(imageJobs.imageSid, imageSid))).map(
    ({ modelSid }) => modelSid,
  );

describe("PD-175 project.createProject with options", () => {
  it("applies each option, in one audit entry", async () => {
    const { sid: group } = await admin.rpc.group.createGroup.mutate({ name: "North" });
    const list = await makeList(group);
    await makeList(EVERYONE);
    const earlier = await makeEarlier({ name: "Autumn", groups: [group], storeNumber: "0815" });
    const made = await create({
      name: "Winter",
      groups: [group],
      storeNumber: " 0042 ",
      areas: { from: 7, to: 19 },
      itemList: list,
      model: chosen,
      previousEvent: earlier.sid,
    });
    expect(made).toMatchObject({ areas: 13, settings: { storeNumber: "0042", model: chosen } });
    const project = { slug: made.slug };
    expect(await admin.rpc.group.fetchProjectGroups.query({ project })).toEqual([group]);
    const areas = await admin.rpc.area.fetchAllAreasWithStatus.query({ project });
    expect([areas[0]?.name, areas.at(-1)?.name]).toEqual(["7", "19"]);
    expect((await admin.rpc.item.getEventItemList.query(project)).chosen).toBe(list);
    expect((await admin.rpc.variance.getPreviousEvent.query(project)).chosen).toMatchObject({
      slug: earlier.slug,
      storeNumber: "0815",
    });
    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { projectSid: made.sid } });
    expect(items.map(({ details }) => details)).toEqual([
      {
        name: made.name,
        storeNumber: "0042",
        groups: [group],
        model: "Chosen",
        previousEvent: "Autumn",
        itemList: list,
        areas: "7–19",
      },
    ]);
  });

  it("leaves an event without options as before", async () => {
    const made = await create({ name: "Plain", storeNumber: "", areas: null, itemList: null, previousEvent: null });
    expect(made).toMatchObject({ areas: 0, settings: { storeNumber: null, model: null } });
    const project = { slug: made.slug };
    expect(await admin.rpc.group.fetchProjectGroups.query({ project })).toEqual([EVERYONE]);
    expect((await admin.rpc.item.getEventItemList.query(project)).chosen).toBeNull();
    expect((await admin.rpc.variance.getPreviousEvent.query(project)).chosen).toBeNull();
  });

  const NO_LIST =
    "This item list does not exist, or belongs to none of the event's groups. Choose another one, or none.";
  const NO_EVENT =
    "This earlier event does not exist, has no report, or is in none of the event's groups. Choose another one, or none.";
  it.each<[string, () => Promise<Partial<Input>>, string, string]>([
    ["an unknown item list", async () => ({ itemList: newSid() }), "NOT_FOUND", NO_LIST],
    ["the list of another group", async () => ({ itemList: await makeList(newSid()) }), "NOT_FOUND", NO_LIST],
    ["an unknown earlier event", async () => ({ previousEvent: newSid() }), "NOT_FOUND", NO_EVENT],
    [
      "an earlier event without a report",
      async () => ({ previousEvent: (await makeProject(api.database.db)).sid }),
      "NOT_FOUND",
      NO_EVENT,
    ],
    [
      "an earlier event of another group",
      async () => ({ previousEvent: (await makeEarlier({ groups: [newSid()] })).sid }),
      "NOT_FOUND",
      NO_EVENT,
    ],
    [
      "an unknown model",
      async () => ({ model: newSid() }),
      "NOT_FOUND",
      "This model does not exist, or you may not see it.",
    ],
    [
      "a retired model",
      async () => ({ model: (await makeModel(api.database.db, { title: "Old", status: "retired" })).sid }),
      "PRECONDITION_FAILED",
      "The model Old is retired. Choose another one.",
    ],
    [
      "a model in preview",
      async () => ({ model: (await makeModel(api.database.db, { title: "Young", status: "preview" })).sid }),
      "PRECONDITION_FAILED",
      "The model Young is in preview. Activate it first, or choose another one.",
    ],
    [
      "an unknown group",
      async () => ({ groups: [newSid()] }),
      "NOT_FOUND",
      "This group does not exist, or you may not see it.",
    ],
    [
      "areas in the wrong order",
      async () => ({ areas: { from: 9, to: 3 } }),
      "BAD_REQUEST",
      "Areas finish should be grater then area start",
    ],
    [
      "a store number of two lines",
      async () => ({ storeNumber: "42\n43" }),
      "BAD_REQUEST",
      "Store number must not contain control characters",
    ],
  ])("refuses %s, and leaves no event behind", async (what, makeOptions, code, message) => {
    // The other options are valid, so the rows created for them must be rolled back too.
    const input = { areas: { from: 1, to: 3 }, model: chosen, name: `Refused ${what}`, ...(await makeOptions()) };
    expect(await errorOf(create(input))).toEqual({ code, message });
    expect((await admin.rpc.project.fetchProjects.query({ search: input.name })).total).toBe(0);
  });

  it("offers a person who is no admin neither the choices nor the call", async () => {
    expect(await codeOf(person.rpc.project.fetchCreateChoices.query({}))).toBe("FORBIDDEN");
    expect(await codeOf(create({ name: "Mine", storeNumber: "1" }, person))).toBe("FORBIDDEN");
    expect((await admin.rpc.project.fetchProjects.query({ search: "Mine" })).total).toBe(0);
  });

  it("offers the item lists and earlier events of the groups", async () => {
    const { sid: south } = await admin.rpc.group.createGroup.mutate({ name: "South" });
    const list = await makeList(south);
    const earlier = await makeEarlier({ groups: [south] });
    const open = await makeProject(api.database.db, { groups: [south] });
    const offered = await admin.rpc.project.fetchCreateChoices.query({ groups: [south] });
    expect(offered.itemLists.map(({ sid, name }) => (sid === list ? name : EVERYONE))).toContain("South");
    expect(offered.previousEvents.map(({ sid }) => sid)).toEqual([earlier.sid]);
    const others = await admin.rpc.project.fetchCreateChoices.query();
    expect(others.itemLists.map(({ sid }) => sid)).not.toContain(list);
    expect(others.previousEvents.map(({ sid }) => sid)).not.toContain(earlier.sid);
    expect(others.previousEvents.map(({ sid }) => sid)).not.toContain(open.sid);
  });
});

describe("PD-175 the store number and the model of an event", () => {
  it("are found by the search, and shown in the list", async () => {
    const { slug } = await create({ name: "Found", storeNumber: "S-7731" });
    await create({ name: "Not found", storeNumber: "S-7732" });
    const { items } = await person.rpc.project.fetchProjects.query({ search: "s-7731" });
    expect(items.map((event) => [event.slug, event.storeNumber])).toEqual([[slug, "S-7731"]]);
    const found = await person.rpc.search.findEverywhere.query({ text: "s-7731" });
    expect(found.events.map((event) => event.slug)).toEqual([slug]);
  });

  it("the chosen model reads new photos while everyone may run it, then the default model", async () => {
    const { slug } = await create({ name: "With a model", model: chosen });
    expect(await readModelOf(await uploadPhoto(slug))).toEqual([chosen]);
    const { slug: other } = await create({ name: "Without a model" });
    expect(await readModelOf(await uploadPhoto(other))).toEqual([newest]);
    await api.database.db.update(models).set({ chosenStatus: "retired" }).where(eq(models.sid, chosen));
    const { slug: third, sid } = await create({ name: "Retired later" });
    await api.database.db.update(projects).set({ modelSid: chosen }).where(eq(projects.sid, sid));
    expect(await readModelOf(await uploadPhoto(third))).toEqual([newest]);
    // The other settings can still be changed.
    const settings = { defaultRotation: "rotate180", storeNumber: "0043", model: chosen } as const;
    const saved = await person.rpc.project.setProjectSettings.mutate({ project: { slug: third }, settings });
    expect(saved.settings).toMatchObject(settings);
  });

  it("a model that other people may not run cannot be chosen in the settings", async () => {
    const { slug } = await create({ name: "Settings" });
    const { sid: model } = await makeModel(api.database.db, { title: "Hidden", status: "preview" });
    const settings = { defaultRotation: "none", model } as const;
    const call = (caller: Caller) => caller.rpc.project.setProjectSettings.mutate({ project: { slug }, settings });
    expect(await codeOf(call(person))).toBe("NOT_FOUND");
    expect(await codeOf(call(admin))).toBe("PRECONDITION_FAILED");
  });
});
