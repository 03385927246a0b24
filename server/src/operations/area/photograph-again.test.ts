import { eq } from "../../db/drizzle.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { areaRecounts } from "../../db/schema/areas.ts";
import { images } from "../../db/schema/images.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const reason = "12 units fewer than expected";
const photographAgain = (slug: string, areaSid: string, text = reason) =>
  person.rpc.area.photographAgain.mutate({ project: { slug }, areas: [areaSid], reason: text });

/** An event with an approved area 1, an area 2 without a photo and a voided area 3. */
async function makeEvent() {
  const { db } = api.database;
  const { sid: projectSid, slug } = await makeProject(db);
  const area = await makeArea(db, { projectSid, number: 1 });
  const empty = await makeArea(db, { projectSid, number: 2 });
  const voided = await makeArea(db, {
    projectSid,
    number: 3,
    voidedAt: new Date(),
    voidedBy: person.user.sid,
  });
  const image = await makeImage(db, { projectSid, areaSid: area.sid, status: "approved" });
  await makeDetection(db, { imageSid: image.sid, modelSid: (await makeModel(db)).sid, status: "validated" });
  return { projectSid, slug, area, empty, voided, image };
}

describe("PD-97 area.photographAgain", () => {
  it("rejects the area's photos with the reason, lists it as a gap, keeps the request, and can be undone", async () => {
    const { db } = api.database;
    const { projectSid, slug, area, empty, voided, image } = await makeEvent();
    const project = { slug };
    const result = await person.rpc.area.photographAgain.mutate({
      project,
      areas: [area.sid, empty.sid, voided.sid],
      reason: ` ${reason} `,
    });
    expect(result).toMatchObject({
      areas: ["1"],
      refused: [
        { name: "2", reason: "This area has no photo yet." },
        { name: "3", reason: "This area is voided: restore it first." },
      ],
      images: [{ sid: image.sid, statusDate: expect.any(String) }],
    });
    const { gaps } = await person.rpc.area.fetchGaps.query({ project });
    expect(gaps.map(({ name, status, rejected }) => [name, status, rejected?.reason ?? null])).toEqual([
      ["1", "rejected", reason],
      ["2", "not_taken", null],
    ]);
    expect(await db.select().from(areaRecounts).where(eq(areaRecounts.projectSid, projectSid))).toMatchObject([
      { areaSid: area.sid, imageSids: [image.sid], reason, createdBy: person.user.sid },
    ]);
    await person.rpc.image.recoverImages.mutate({
      images: result.images.map(({ sid, statusDate }) => ({ sid, statusDate })),
    });
    const [now] = await db.select().from(images).where(eq(images.sid, image.sid));
    expect(now?.status).toBe("approved");
  });

  it("leaves areas of other events alone and refuses a closed event and an empty reason", async () => {
    const { db } = api.database;
    const first = await makeEvent();
    const second = await makeEvent();
    expect(await photographAgain(first.slug, second.area.sid)).toEqual({ areas: [], refused: [], images: [] });
    expect(await codeOf(photographAgain(first.slug, first.area.sid, " "))).toBe("BAD_REQUEST");
    const { slug, sid } = await makeProject(db, { status: "completed" });
    const closed = await makeArea(db, { projectSid: sid, number: 1 });
    expect(await codeOf(photographAgain(slug, closed.sid))).toBe("PRECONDITION_FAILED");
  });
});
