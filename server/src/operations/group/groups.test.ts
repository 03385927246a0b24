import { EVERYONE } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const group = (name: string) => admin.rpc.group.createGroup.mutate({ name });
const putPerson = (groups: string[], { user } = person) =>
  admin.rpc.group.setUserGroups.mutate({ sid: user.sid, groups });
const putEvent = (slug: string, groups: string[]) =>
  admin.rpc.group.setProjectGroups.mutate({ project: { slug }, groups });

const listed = async ({ rpc }: Pick<Caller, "rpc">) =>
  (await rpc.project.fetchProjects.query({ search: "Northern" })).items.map((item) => item.slug);

describe("S6.05 users have access to their groups and projects, admins to all", () => {
  it("everyone sees every event until an admin sets groups, which take effect at once", async () => {
    const event = await makeProject(api.database.db, { name: "Northern count" });
    const image = await makeImage(api.database.db, { projectSid: event.sid });
    const area = await makeArea(api.database.db, { projectSid: event.sid, number: 7 });
    const { slug } = event;
    const ways = [
      () => person.rpc.project.getProject.query({ slug }),
      () => person.rpc.project.fetchProjectWithImages.query({ slug }),
      () => person.rpc.image.getProjectImage.query({ projectSlug: slug, imageSid: image.sid }),
      () => person.rpc.image.rejectImage.mutate({ sid: image.sid }),
      () => person.rpc.area.fetchAllAreasWithStatus.query({ project: { slug } }),
      () => person.rpc.area.voidArea.mutate({ sid: area.sid }),
      () => person.rpc.project.discardProject.mutate({ slug }),
    ];
    expect(await listed(person)).toEqual([slug]);
    const before = await person.rpc.home.fetchStats.query();

    const { sid: north } = await group("North");
    await putEvent(slug, [north]);
    for (const way of ways) expect(await codeOf(way())).toBe("NOT_FOUND");
    expect(await listed(person)).toEqual([]);
    expect((await person.rpc.home.fetchStats.query()).projects).toBe(before.projects - 1);
    const url = `/api/projects/${slug}/images/${image.sid}/contents?w=320`;
    expect((await api.app.inject({ url, headers: person.headers })).statusCode).toBe(404);
    expect(await listed(admin)).toEqual([slug]);
    expect(await admin.rpc.project.getProject.query({ slug })).not.toHaveProperty("groups");

    await putPerson([EVERYONE, north]);
    expect(await listed(person)).toEqual([slug]);
    expect(await codeOf(person.rpc.project.getProject.query({ slug }))).toBe("not refused");
    expect(await person.rpc.user.getAuthUser.query()).toEqual(person.user);

    await admin.rpc.group.deleteGroup.mutate({ sid: north });
    expect(await listed(person)).toEqual([]);
    expect(await admin.rpc.group.fetchProjectGroups.query({ project: { slug } })).toEqual([]);
    await putEvent(slug, [EVERYONE]);
    expect(await listed(person)).toEqual([slug]);
  });

  it("a person without groups sees no event, an admin sees all", async () => {
    const alone = await api.signIn();
    await putPerson([], alone);
    expect((await alone.rpc.project.fetchProjects.query()).total).toBe(0);
    expect(await alone.rpc.home.fetchStats.query()).toMatchObject({ projects: 0, images: 0 });
    expect((await admin.rpc.project.fetchProjects.query()).total).toBeGreaterThan(0);
  });
});

describe("group.*", () => {
  it("lists groups with their people and events, `everyone` first", async () => {
    const { sid } = await group("aisles");
    const one = await api.signIn();
    await putPerson([sid, sid], one);
    const groups = await admin.rpc.group.fetchGroups.query();
    expect(groups[0]).toMatchObject({ sid: EVERYONE, name: "Everyone" });
    expect(groups.find((found) => found.sid === sid)).toEqual({ sid, name: "aisles", users: 1, events: 0 });
    const users = await admin.rpc.user.fetchUsers.query();
    expect(users.find((user) => user.sid === one.user.sid)?.groups).toEqual([sid]);
  });

  it("lists the events that a group's count counts, archived ones and previews too", async () => {
    const { sid } = await group("South");
    const { db } = api.database;
    const events = [
      await makeProject(db, { name: "Southern count", status: "active" }),
      await makeProject(db, { name: "Southern preview", status: "preview" }),
      await makeProject(db, { name: "Southern archive", status: "archived" }),
    ];
    for (const { slug } of events) await putEvent(slug, [sid]);
    await putEvent((await makeProject(db, { name: "Western count" })).slug, [EVERYONE]);
    const counted = (await admin.rpc.group.fetchGroups.query()).find((found) => found.sid === sid)?.events;
    const { items, total } = await admin.rpc.group.fetchGroupEvents.query({ sid, sort: "name" });
    expect(items.map(({ name }) => name)).toEqual(["Southern archive", "Southern count", "Southern preview"]);
    expect(total).toBe(counted);
    expect(await codeOf(admin.rpc.group.fetchGroupEvents.query({ sid: "z".repeat(24) }))).toBe("NOT_FOUND");
    const everyone = (await admin.rpc.group.fetchGroups.query())[0]?.events;
    expect((await admin.rpc.group.fetchGroupEvents.query({ sid: EVERYONE })).total).toBe(everyone);
  });

  it("refuses a duplicate name, ignoring case, and an invalid name", async () => {
    const { sid } = await group("West");
    const other = await group("Far west");
    const conflict = { code: "CONFLICT", message: "A group named WEST already exists." };
    expect(await errorOf(group("WEST"))).toEqual(conflict);
    expect(await errorOf(admin.rpc.group.renameGroup.mutate({ sid: other.sid, name: "WEST" }))).toEqual(conflict);
    expect(await admin.rpc.group.renameGroup.mutate({ sid, name: "WEST" })).toEqual({ sid, name: "WEST" });
    for (const name of ["", " ", "EVERYONE", "a\u202Eb", "x".repeat(101)]) {
      expect(await codeOf(group(name))).toBe("BAD_REQUEST");
    }
    expect(await codeOf(admin.rpc.group.deleteGroup.mutate({ sid: EVERYONE }))).toBe("BAD_REQUEST");
    expect(await codeOf(putPerson(["z".repeat(24)]))).toBe("NOT_FOUND");
    expect(await codeOf(admin.rpc.group.renameGroup.mutate({ sid: "z".repeat(24), name: "Nobody" }))).toBe("NOT_FOUND");
  });

  it("are available to admins only", async () => {
    const { slug } = await makeProject(api.database.db);
    const calls = [
      ({ rpc }: Pick<Caller, "rpc">) => rpc.group.fetchGroups.query(),
      ({ rpc }: Pick<Caller, "rpc">) => rpc.group.fetchGroupEvents.query({ sid: EVERYONE }),
      ({ rpc }: Pick<Caller, "rpc">) => rpc.group.createGroup.mutate({ name: "Mine" }),
      ({ rpc }: Pick<Caller, "rpc">) => rpc.group.setUserGroups.mutate({ sid: person.user.sid, groups: [] }),
      ({ rpc }: Pick<Caller, "rpc">) => rpc.group.setProjectGroups.mutate({ project: { slug }, groups: [] }),
    ];
    for (const call of calls) {
      expect(await codeOf(call(person))).toBe("FORBIDDEN");
      expect(await codeOf(call({ rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    }
  });

  it("a change keeps what another admin has changed since", async () => {
    const { slug } = await makeProject(api.database.db);
    const [north, south, west] = [await group("North 7"), await group("South 7"), await group("West 7")].map(
      ({ sid }) => sid,
    ) as [string, string, string];
    await putPerson([north, south]);
    await putEvent(slug, [north, south]);
    const known = [north, south];
    // One admin removes North; the other, who has not seen that, adds West.
    await putPerson([south]);
    await putEvent(slug, [south]);
    const { user } = person;
    const groups = [north, south, west];
    expect((await admin.rpc.group.setUserGroups.mutate({ sid: user.sid, groups, known })).groups).toEqual([
      south,
      west,
    ]);
    expect(await admin.rpc.group.setProjectGroups.mutate({ project: { slug }, groups, known })).toEqual([south, west]);
    expect(await admin.rpc.group.fetchProjectGroups.query({ project: { slug } })).toEqual([south, west]);
    // Without `known`, the groups are set.
    expect((await putPerson([north])).groups).toEqual([north]);
  });
});
