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

const START = Date.UTC(2026, 10, 21, 5);
const minuteOf = (minutes: number): number => START / 60_000 + minutes;
/** A time within that minute after the start. */
const at = (minutes: number) => new Date(START + minutes * 60_000 + 12_345);
const paceOf = (slug: string, { rpc }: Pick<Caller, "rpc"> = person) => rpc.area.fetchPace.query({ project: { slug } });

describe("area.fetchPace", () => {
  it("counts by the minute when areas got their first photo that is not rejected, and when they were accepted", async () => {
    const { db } = api.database;
    const { sid: projectSid, slug } = await makeProject(db);
    const rejected = { status: "rejected" as const, rejectedAt: at(9), rejectedBy: person.user.sid };
    const areaWith = async (number: number, ...photos: Partial<Parameters<typeof makeImage>[1]>[]) => {
      const { sid: areaSid } = await makeArea(db, { projectSid, number });
      for (const photo of photos) await makeImage(db, { projectSid, areaSid, ...photo });
      return areaSid;
    };
    await areaWith(1);
    await areaWith(2, { createdAt: at(0) }, { createdAt: at(4) });
    await areaWith(3, { createdAt: at(0), status: "approved", statusDate: at(7) });
    // Photographed again: the time of the second photo counts.
    await areaWith(4, { createdAt: at(1), ...rejected }, { createdAt: at(5), status: "approved", statusDate: at(7) });
    await areaWith(5, { createdAt: at(2), ...rejected });
    // The newer photo counts, and it has not been accepted.
    await areaWith(6, { createdAt: at(3), status: "approved", statusDate: at(3) }, { createdAt: at(6) });
    const voided = await areaWith(7, { createdAt: at(0), status: "approved", statusDate: at(2) });
    await person.rpc.area.voidArea.mutate({ sid: voided });
    await makeImage(db, { projectSid, createdAt: at(0), status: "approved" });
    const { asOf, ...pace } = await paceOf(slug);
    expect(pace).toEqual({
      photographed: [
        { minute: minuteOf(0), count: 2 },
        { minute: minuteOf(3), count: 1 },
        { minute: minuteOf(5), count: 1 },
      ],
      accepted: [{ minute: minuteOf(7), count: 2 }],
    });
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
  });

  it("an event without areas has a time and no counts; one statement for any number of areas", async () => {
    const { slug } = await makeProject(api.database.db);
    expect(await paceOf(slug)).toEqual({ asOf: expect.any(String), photographed: [], accepted: [] });
    await person.rpc.area.createRange.mutate({ project: { slug }, from: 1, to: 300 });
    api.database.statements.length = 0;
    await paceOf(slug);
    expect(api.database.statements.filter((statement) => statement.includes("areas"))).toHaveLength(1);
  });

  it("is available to everyone who sees the event", async () => {
    const { slug } = await makeProject(api.database.db, { status: "preview" });
    expect(await codeOf(paceOf(slug))).toBe("NOT_FOUND");
    expect(await codeOf(paceOf(slug, await api.signIn({ role: "admin" })))).toBe("not refused");
    expect(await codeOf(paceOf(slug, { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
  });
});
