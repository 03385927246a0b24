import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeArea, makeImage, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

const at = (minutes: number): Date => new Date(Date.UTC(2026, 10, 21, 5, minutes));
const orderOf = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) =>
  rpc.area.fetchCaptureOrder.query({ project: { slug } });

describe("area.fetchCaptureOrder", () => {
  it("orders areas by their first photo's time, or its upload, and leaves out areas without one", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const areaWith = async (number: number, ...photos: Partial<Parameters<typeof makeImage>[1]>[]): Promise<void> => {
      const { sid: areaSid } = await makeArea(db, { projectSid, number });
      for (const photo of photos) await makeImage(db, { projectSid, areaSid, ...photo });
    };
    await areaWith(1, { createdAt: at(30) });
    await areaWith(2, { capturedAt: at(10), createdAt: at(50) }, { capturedAt: at(40), createdAt: at(51) });
    await areaWith(3);
    // A phone that was offline: taken before, uploaded after.
    await areaWith(4, { capturedAt: at(5), createdAt: at(55) });
    const rejected = { status: "rejected" as const, rejectedAt: at(60), rejectedBy: person.user.sid };
    await areaWith(5, { capturedAt: at(20), createdAt: at(52), ...rejected });
    expect(await orderOf(slug)).toEqual([4, 2, 5, 1]);
  });

  it("is one statement besides that for the event, for any number of areas", async () => {
    const { slug } = await makeProject(api.database.db);
    await person.rpc.area.createRange.mutate({ project: { slug }, from: 1, to: 300 });
    api.database.statements.length = 0;
    expect(await orderOf(slug)).toEqual([]);
    expect(api.database.statements.filter((statement) => statement.includes("areas"))).toHaveLength(1);
  });

  it("is available to everyone who sees the event", async () => {
    const { slug } = await makeProject(api.database.db, { status: "preview" });
    expect(await codeOf(orderOf(slug))).toBe("NOT_FOUND");
    expect(await codeOf(orderOf(slug, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
  });
});
