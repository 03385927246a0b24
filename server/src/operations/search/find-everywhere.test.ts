import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceStickers } from "../../db/duplicates/stickers.ts";
import { userGroups as groups } from "../../db/schema/groups.ts";
import { users } from "../../db/schema/users.ts";
import { newSid } from "../../lib/ids.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let north: Caller;
const slugs = { north: "", south: "", preview: "" };

/** An event with one image 'Zebra shelf', area 4711 and the code 471100. */
async function makeEvent(given: Parameters<typeof makeProject>[1]): Promise<string> {
  const { db } = api.database;
  const event = await makeProject(db, given);
  const area = await makeArea(db, { projectSid: event.sid, number: 4711 });
  const image = await makeImage(db, { projectSid: event.sid, name: "Zebra 4711.jpg", areaSid: area.sid });
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid: (await makeModel(db)).sid });
  const rect = { x: 0, y: 0, width: 90, height: 40, angle: 0 };
  await replaceStickers(db, image, detection.sid, [{ position: 0, code: "471100", quantity: "3", rect }]);
  return event.slug;
}

beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin", name: "Zebra Admin" });
  north = await api.signIn({ name: "Zebra North" });
  const { db } = api.database;
  const [northSid, southSid] = [newSid(), newSid()];
  await db.insert(groups).values([
    { sid: northSid, name: "North" },
    { sid: southSid, name: "South" },
  ]);
  await db
    .update(users)
    .set({ groups: [northSid] })
    .where(eq(users.sid, north.user.sid));
  slugs.north = await makeEvent({ name: "Zebra north", groups: [northSid] });
  slugs.south = await makeEvent({ name: "Zebra south", groups: [southSid] });
  slugs.preview = await makeEvent({ name: "Zebra preview", groups: [northSid], status: "preview" });
});
afterAll(() => api.close());

const find = (caller: Pick<Caller, "rpc">, text: string, current?: string) =>
  caller.rpc.search.findEverywhere.query({ text, ...(current !== undefined && { current }) });

describe("search.findEverywhere", () => {
  it("finds events, images, areas, codes and people for an admin, those of the open event first", async () => {
    const found = await find(admin, "4711", slugs.preview);
    expect(found.photos.map(({ event }) => event.slug)).toEqual([slugs.preview, slugs.south, slugs.north]);
    expect(found.areas.map(({ number, event }) => [number, event.slug])[0]).toEqual([4711, slugs.preview]);
    expect(found.codes[0]).toMatchObject({ code: "471100", images: 1, event: { slug: slugs.preview } });
    expect(found.codes).toHaveLength(3);
    expect(found.photos[0]?.src).toMatch(/^\/api\/projects\//);
    const named = await find(admin, "zebra");
    expect(named.events.map(({ slug }) => slug).toSorted()).toEqual(Object.values(slugs).toSorted());
    expect(named.people.map(({ name }) => name)).toEqual(["Zebra Admin", "Zebra North"]);
    expect(named.areas).toEqual([]);
  });

  it("shows a user nothing of other groups and of previews, also when the hidden event is named as the open one", async () => {
    for (const current of [undefined, slugs.south, slugs.preview]) {
      for (const text of ["zebra", "4711"]) {
        const found = await find(north, text, current);
        const events = [
          ...found.events.map(({ slug }) => slug),
          ...[...found.photos, ...found.areas, ...found.codes].map(({ event }) => event.slug),
        ];
        expect(new Set(events)).toEqual(new Set([slugs.north]));
        expect(JSON.stringify(found)).not.toMatch(/south|preview/);
        expect(found.people).toEqual([]);
      }
    }
  });

  it.each(["%", "_", "' or 1=1 --", "\\", "<b>", "🦓".repeat(20), "0".repeat(100)])(
    "finds nothing for %j",
    async (text) => {
      const found = await find(admin, text);
      expect(Object.values(found).flat()).toEqual([]);
    },
  );

  it("does not search for one or two digits in codes, and refuses an empty text", async () => {
    expect((await find(admin, "47")).codes).toEqual([]);
    expect((await find(admin, "471")).codes).toHaveLength(3);
    expect(await codeOf(find(admin, "   "))).toBe("BAD_REQUEST");
    expect(await codeOf(find(admin, "x".repeat(101)))).toBe("BAD_REQUEST");
    expect(await codeOf(find({ rpc: api.anonymous }, "zebra"))).toBe("UNAUTHORIZED");
  });
});
