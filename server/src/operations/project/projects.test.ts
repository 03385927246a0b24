import {
  PROJECT_STATUSES,
  type ProjectStatus,
  imageListItemSchema,
  projectListItemSchema,
  projectTransitions,
} from "@precount/domain";
import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projects } from "../../db/schema/projects.ts";
import { makeArea, makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let user: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin", name: "Ada" });
  user = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const make = (given: Parameters<typeof makeProject>[1] = {}) => makeProject(api.database.db, given);

const create = (name: string) => admin.rpc.project.createProject.mutate({ name });
const createAt = (slug: string) => admin.rpc.project.createProject.mutate({ name: "Given", slug });

describe("project.createProject", () => {
  it("S5.08 S3.03 derives the slug from the name, and numbers it when it is taken", async () => {
    const first = await create("Summer Count, 2026!");
    expect(first).toMatchObject({
      name: "Summer Count, 2026!",
      slug: "summer-count-2026",
      status: "active",
      isArchived: false,
      images: { total: 0, settled: 0 },
      reports: [],
      settings: {
        defaultRotation: "none",
        rejectionThreshold: 90,
        mergeDuplicatesPercent: null,
        certificatePercent: null,
        storeNumber: null,
        model: null,
      },
      progress: 0,
      validDetectionPercent: 0,
    });
    expect((await create("Summer count 2026")).slug).toBe("summer-count-2026-2");
    expect((await create("Summer COUNT 2026")).slug).toBe("summer-count-2026-3");
  });

  it("gives eight events that are created at once different slugs", async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, () => admin.rpc.project.createProject.mutate({ name: "Race" })),
    );
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(8);
  });

  it("gives an event whose name has no usable characters the slug event-<short id>", async () => {
    const { slug, sid } = await admin.rpc.project.createProject.mutate({ name: "盘点" });
    expect(slug).toBe(`event-${sid.slice(0, 12)}`);
  });

  it.each([
    ["one letter", "x"],
    ["five hundred", "é".repeat(500)],
    ["right to left", "جرد المتجر"],
    ["with marks of direction and joiners", "a\u200Fb\u200D👩‍🔧"],
    ["HTML", "<img src=x onerror=alert(1)>"],
  ])("a name of %s is kept to the letter", async (_what, name) => {
    const { slug } = await create(name);
    expect((await user.rpc.project.getProject.query({ slug })).name).toBe(name);
    expect((await user.rpc.project.fetchProjects.query({ search: name.slice(0, 200) })).items[0]?.name).toBe(name);
  });

  it.each([
    ["NUL", "a\u0000b"],
    ["half of a surrogate pair", "a\ud800b"],
  ])("a name with %s, which cannot be stored, is refused with a message, also in a search", async (_, text) => {
    const message = "This text contains a character that cannot be stored. Type it again instead of pasting it.";
    expect(await errorOf(create(text))).toEqual({ code: "BAD_REQUEST", message });
    const search = user.rpc.project.fetchProjects.query({ search: text });
    expect(await errorOf(search)).toEqual({ code: "BAD_REQUEST", message });
  });

  it("accepts a free slug, refuses taken and invalid ones", async () => {
    expect((await createAt("given-slug")).slug).toBe("given-slug");
    expect(await errorOf(createAt("given-slug"))).toEqual({
      code: "CONFLICT",
      message: "The slug given-slug is used by another event. Choose another one, or leave it empty.",
    });
    expect(await errorOf(createAt("Odd Slug"))).toEqual({
      code: "BAD_REQUEST",
      message: "Slug must contain only lowercase letters, numbers, and hyphens",
    });
    expect(await codeOf(admin.rpc.project.createProject.mutate({ name: "  " }))).toBe("BAD_REQUEST");
  });

  it("S4.01 makes a preview that only admins see", async () => {
    const { slug, status } = await admin.rpc.project.createProject.mutate({ name: "Hidden", preview: true });
    expect(status).toBe("preview");
    expect(await codeOf(user.rpc.project.getProject.query({ slug }))).toBe("NOT_FOUND");
    expect((await admin.rpc.project.getProject.query({ slug })).slug).toBe(slug);
    expect((await user.rpc.project.fetchProjects.query({ search: "Hidden" })).total).toBe(0);
    expect((await admin.rpc.project.fetchProjects.query({ search: "Hidden" })).total).toBe(1);
    expect((await user.rpc.project.fetchSummaries.query({ search: "Hidden" })).summaries).toEqual([]);
    expect((await admin.rpc.project.fetchSummaries.query({ search: "Hidden" })).summaries).toHaveLength(1);
    await admin.rpc.project.archiveProject.mutate({ slug });
    expect(await codeOf(user.rpc.project.getProject.query({ slug }))).toBe("NOT_FOUND");
    expect((await user.rpc.project.fetchProjects.query({ search: "Hidden", isArchived: true })).total).toBe(0);
  });
});

describe("project.getProject", () => {
  it("accepts the slug or the sid, and is NOT_FOUND for others", async () => {
    const project = await make();
    expect((await user.rpc.project.getProject.query({ slug: project.slug })).sid).toBe(project.sid);
    expect((await user.rpc.project.getProject.query({ slug: project.sid })).slug).toBe(project.slug);
    expect(await errorOf(user.rpc.project.getProject.query({ slug: "nowhere" }))).toEqual({
      code: "NOT_FOUND",
      message: "This event does not exist, or you may not see it.",
    });
  });

  it("S4.10 counts progress and valid detections, rounded down", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await make();
    const { sid: modelSid } = await makeModel(db);
    const invalid = makePrediction({ code: { value: "1", pattern: null } });
    const approved = await makeImage(db, { projectSid, status: "approved" });
    await makeDetection(db, { imageSid: approved.sid, modelSid, status: "validated" });
    const open = await makeImage(db, { projectSid, status: "processed" });
    await makeDetection(db, { imageSid: open.sid, modelSid, predictions: [makePrediction(), invalid] });
    await makeImage(db, { projectSid, status: "rejected", rejectedAt: new Date(), rejectedBy: user.user.sid });
    const project = await user.rpc.project.getProject.query({ slug });
    expect(project).toMatchObject({ images: { total: 3, settled: 2 }, progress: 66, validDetectionPercent: 66 });
  });
});

/** Calls the procedure of a verb. */
const call = (verb: keyof typeof projectTransitions, slug: string, caller: Caller = admin) => {
  const { project } = caller.rpc;
  const procedures = {
    activate: project.activateProject,
    discard: project.discardProject,
    reopen: project.reopenProject,
    archive: project.archiveProject,
    recover: project.recoverProject,
    complete: project.completeProject,
  };
  return procedures[verb].mutate({ slug });
};

/** The event's new state, or the code of the refusal. */
async function outcomeOf(moving: ReturnType<typeof call>): Promise<unknown> {
  const code = await codeOf(moving);
  if (code !== "not refused") return code;
  const moved = await moving;
  const { status, isArchived } = "project" in moved ? moved.project : moved;
  return { status, isArchived };
}

describe("an event's status", () => {
  const verbs = Object.keys(projectTransitions).filter((verb) => verb !== "complete") as // Complete has further conditions, which other tests cover.
    Exclude<keyof typeof projectTransitions, "complete">[];

  it.each(verbs.flatMap((verb) => PROJECT_STATUSES.map((status) => ({ verb, status }))))(
    "S4.03 S4.05 S4.06 $verb of a $status event follows the table",
    async ({ verb, status }) => {
      const before = status === "archived" ? { statusBeforeArchive: "discarded" as const } : {};
      const { slug } = await make({ status, ...before });
      const { from, to } = projectTransitions[verb];
      // `includes` of a tuple accepts only its own members.
      const isAllowed = (from as readonly ProjectStatus[]).includes(status);
      const moved = await outcomeOf(call(verb, slug));
      const expected = verb === "recover" ? "discarded" : to;
      expect(moved).toEqual(isAllowed ? { status: expected, isArchived: verb === "archive" } : "PRECONDITION_FAILED");
    },
  );

  it("S4.06 recovers the status before archiving", async () => {
    const { slug, sid } = await make({ status: "completed" });
    await call("archive", slug);
    const [row] = await api.database.db.select().from(projects).where(eq(projects.sid, sid));
    expect(row).toMatchObject({ status: "archived", statusBeforeArchive: "completed" });
    expect(await call("recover", slug)).toMatchObject({ status: "completed", isArchived: false });
  });

  it("S6.07 can be discarded and reopened by every user who sees the event", async () => {
    const { slug } = await make();
    expect(await call("discard", slug, user)).toMatchObject({ status: "discarded" });
    expect(await call("reopen", slug, user)).toMatchObject({ status: "active" });
    const preview = await make({ status: "preview" });
    expect(await codeOf(call("discard", preview.slug, user))).toBe("NOT_FOUND");
  });

  it("is changed once by two concurrent calls", async () => {
    const { slug } = await make();
    const codes = await Promise.all([codeOf(call("discard", slug)), codeOf(call("discard", slug, user))]);
    expect(codes.toSorted((a, b) => a.localeCompare(b))).toEqual(["not refused", "PRECONDITION_FAILED"]);
  });
});

describe("project.deleteProject", () => {
  it("S4.07 deletes only an event without photos", async () => {
    const { slug } = await make();
    expect(await admin.rpc.project.deleteProject.mutate({ slug })).toEqual({ slug });
    expect(await codeOf(admin.rpc.project.getProject.query({ slug }))).toBe("NOT_FOUND");
    const withPhoto = await make();
    const rejected = { status: "rejected", rejectedAt: new Date(), rejectedBy: user.user.sid } as const;
    await makeImage(api.database.db, { projectSid: withPhoto.sid, ...rejected });
    expect(await errorOf(admin.rpc.project.deleteProject.mutate({ slug: withPhoto.slug }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "This event has 1 photo: only an event without photos can be deleted.",
    });
  });
});

const set = (slug: string, settings: { defaultRotation: "none" | "rotate180"; rejectionThreshold?: number }) =>
  user.rpc.project.setProjectSettings.mutate({ project: { slug }, settings });

describe("project.setProjectSettings", () => {
  it("S2.51 S7.07 S9.04 stores rotation and threshold; an empty threshold becomes 90", async () => {
    const { slug } = await make();
    const given = {
      defaultRotation: "rotate180",
      rejectionThreshold: 72.5,
      mergeDuplicatesPercent: 99,
      certificatePercent: null,
      storeNumber: "0117",
      model: (await makeModel(api.database.db)).sid,
    } as const;
    expect((await set(slug, given)).settings).toEqual(given);
    expect((await set(slug, { defaultRotation: "none" })).settings).toEqual({
      defaultRotation: "none",
      rejectionThreshold: 90,
      mergeDuplicatesPercent: 99,
      certificatePercent: null,
      storeNumber: "0117",
      model: given.model,
    });
    const cleared = { ...given, storeNumber: "  ", model: null };
    expect((await set(slug, cleared)).settings).toEqual({ ...cleared, storeNumber: null });
  });

  it("S5.13 refuses other values, with the specification's message if there is one", async () => {
    const { slug } = await make();
    expect(await codeOf(set(slug, { defaultRotation: "none", rejectionThreshold: 101 }))).toBe("BAD_REQUEST");
    const response = await api.inject({
      method: "POST",
      url: "/trpc/project.setProjectSettings",
      headers: user.headers,
      payload: { project: { slug }, settings: {} },
    });
    expect(response.json().error.message).toBe("Please select a default rotation");
  });

  it.each(["completed", "discarded", "archived"] as const)("refuses a %s event", async (status) => {
    const { slug } = await make({ status });
    expect(await codeOf(set(slug, { defaultRotation: "none" }))).toBe("PRECONDITION_FAILED");
  });
});

const sorted = async (sort: "name" | "-name") =>
  (await user.rpc.project.fetchProjects.query({ search: "ÿz", sort })).items.map(({ name }) => name);

describe("project.fetchProjects", () => {
  it("S9.01 returns the ten newest, filtered, sorted and paged; a page past the end is the last page", async () => {
    for (let n = 1; n <= 12; n++) await make({ name: `Paged ${String(n).padStart(2, "0")}` });
    await make({ name: "Paged archived", status: "archived" });
    const fetch = user.rpc.project.fetchProjects;
    const first = await fetch.query({ search: "paged" });
    expect(first).toMatchObject({ total: 12, page: 1 });
    expect(first.items).toHaveLength(10);
    expect(first.items[0]?.name).toBe("Paged 12");
    const sorted = await fetch.query({ search: "paged", sort: "name", page: 99, pageSize: 5 });
    expect(sorted).toMatchObject({ page: 3, items: [{ name: "Paged 11" }, { name: "Paged 12" }] });
    const archived = await fetch.query({ search: "paged", isArchived: true });
    expect(archived.items.map(({ name }) => name)).toEqual(["Paged archived"]);
    expect((await fetch.query({ search: "paged", status: ["completed"] })).total).toBe(0);
    expect((await fetch.query({ search: "100%_" })).total).toBe(0);
  });

  it("S2.09 sorts names in natural order: numbers by value, letters with and without accents together", async () => {
    const names = ["Lager 2 ÿz", "lager 10 ÿz", "Läger 10 ÿz", "Lager 100 ÿz", "Μέγα ÿz", "Склад ÿz", "盘点 ÿz"];
    for (const name of names.toReversed()) await make({ name });
    expect(await sorted("name")).toEqual(names);
    expect(await sorted("-name")).toEqual(names.toReversed());
  });

  it("takes as many statements for many events as for one", async () => {
    const { statements } = api.database;
    const count = async (pageSize: number) => {
      statements.length = 0;
      await user.rpc.project.fetchProjects.query({ search: "Paged", pageSize });
      return statements.length;
    };
    // Statements: the session, the total, the rows, the counts of their images.
    expect([await count(1), await count(12)]).toEqual([4, 4]);
  });
});

describe("project.fetchProjectWithImages", () => {
  it("S7.04 PD-55: gives the event and a page of its images, without results, in a fixed number of statements", async () => {
    const { db, statements } = api.database;
    const { sid: projectSid, slug } = await make();
    for (const name of ["b.jpg", "a.jpg", "c.jpg"]) await makeImage(db, { projectSid, name });
    const fetch = user.rpc.project.fetchProjectWithImages;
    const list = await fetch.query({ slug, sort: "name", pageSize: 2 });
    expect(list).toMatchObject({ project: { slug }, total: 3, page: 1, counts: { uploaded: 3 } });
    expect(list.images.map(({ name }) => name)).toEqual(["a.jpg", "b.jpg"]);
    for (const { matches, ...image } of list.images) {
      expect(imageListItemSchema.strict().parse(image)).toEqual(image);
      expect(matches).toEqual([]);
    }
    const { items } = await user.rpc.project.fetchProjects.query({ search: slug });
    for (const item of items) expect(projectListItemSchema.strict().parse(item)).toEqual(item);
    expect(await codeOf(fetch.query({ slug: "nowhere" }))).toBe("NOT_FOUND");
    const count = async (pageSize: number) => {
      statements.length = 0;
      await fetch.query({ slug, pageSize });
      return statements.length;
    };
    expect(await count(3)).toBe(await count(1));
  });

  it("PD-69: filters, counts and orders the photos without an area; rejected ones need none", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await make();
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 10 });
    const { sid: other } = await makeArea(db, { projectSid, number: 9 });
    await makeImage(db, { projectSid, areaSid, name: "a.jpg", status: "processed" });
    await makeImage(db, { projectSid, areaSid: other, name: "b.jpg", status: "processed" });
    await makeImage(db, { projectSid, name: "c.jpg", status: "approved", givenAreaNumber: 77 });
    const rejected = { status: "rejected", rejectedAt: new Date(), rejectedBy: user.user.sid } as const;
    await makeImage(db, { projectSid, name: "d.jpg", ...rejected });
    const names = async (filter: object) => {
      const list = await user.rpc.project.fetchProjectWithImages.query({ slug, ...filter });
      expect([list.withoutArea, list.project.images.withoutArea, list.project.areas]).toEqual([1, 1, 2]);
      return list.images.map(({ name }) => name);
    };
    expect(await names({ mark: ["no-area"] })).toEqual(["c.jpg"]);
    expect((await names({ sort: "no-area" }))[0]).toBe("c.jpg");
    expect(await names({ sort: "areaCode" })).toEqual(["c.jpg", "d.jpg", "b.jpg", "a.jpg"]);
    const { images: listed } = await user.rpc.project.fetchProjectWithImages.query({ slug, sort: "areaCode" });
    const given = listed.map(({ areaCode, givenAreaCode }) => [areaCode, givenAreaCode]);
    expect(given).toEqual([
      [null, "77"],
      [null, null],
      ["9", null],
      ["10", null],
    ]);
    expect(await names({ sort: "-areaCode" })).toEqual(["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
  });
});
