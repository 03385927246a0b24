import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replaceStickers } from "../../db/duplicates/stickers.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";

/* The search in an event's images by stickers, area and name (PD-171). */

let api: TestApi;
let person: Caller;
let modelSid: string;
let slug: string;

type Sticker = [code: string, quantity: string];

async function addImage(
  projectSid: string,
  given: { name: string; areaSid?: string },
  stickers: readonly Sticker[],
): Promise<void> {
  const { db } = api.database;
  const image = await makeImage(db, { projectSid, ...given });
  const detection = await makeDetection(db, { imageSid: image.sid, modelSid });
  await replaceStickers(
    db,
    image,
    detection.sid,
    stickers.map(([code, quantity], position) => ({
      position,
      code,
      quantity,
      rect: { x: 100 * position, y: 0, width: 90, height: 40, angle: 0 },
    })),
  );
}

beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  const { db } = api.database;
  modelSid = (await makeModel(db)).sid;
  const event = await makeProject(db);
  const other = await makeProject(db);
  slug = event.slug;
  const twelve = await makeArea(db, { projectSid: event.sid, number: 12 });
  const foreign = await makeArea(db, { projectSid: other.sid, number: 12 });
  await addImage(event.sid, { name: "left.jpg", areaSid: twelve.sid }, [
    ["012345", "12"],
    ["012399", "600"],
  ]);
  await addImage(event.sid, { name: "right.jpg" }, [
    ["012345", "501"],
    ["777777", "5O"],
    ["", ""],
  ]);
  await addImage(
    event.sid,
    { name: "many.jpg" },
    Array.from({ length: 9 }, (): Sticker => ["300000", "2"]),
  );
  await addImage(other.sid, { name: "other.jpg", areaSid: foreign.sid }, [["012345", "12"]]);
});
afterAll(() => api.close());

const fetch = (search: string, caller: Pick<Caller, "rpc"> = person) =>
  caller.rpc.project.fetchProjectWithImages.query({ slug, search, sort: "name" });
const names = async (search: string): Promise<string[]> => (await fetch(search)).images.map(({ name }) => name);

describe("search in an event's images", () => {
  it.each([
    ["code:012345", ["left.jpg", "right.jpg"]],
    ["code:0123", ["left.jpg", "right.jpg"]],
    ["code:01239", ["left.jpg"]],
    ["code:999999", []],
    ["qty:>500", ["left.jpg", "right.jpg"]],
    ["qty:>=601", []],
    ["qty:2-12", ["left.jpg", "many.jpg"]],
    ["qty:<999999999", ["left.jpg", "many.jpg", "right.jpg"]],
    ["code:012345 qty:>500", ["right.jpg"]],
    ["area:12", ["left.jpg"]],
    ["area:>12", []],
    ["area:12 code:777777", []],
    ["code:012345 RIGHT", ["right.jpg"]],
    ["' or 1=1 --", []],
    ["%", []],
  ])("finds %j", async (search, expected) => {
    expect(await names(search)).toEqual(expected);
    const sids = await person.rpc.image.listMatchingImages.query({ slug, search });
    expect(sids).toHaveLength(expected.length);
  });

  it("answers with the stickers that matched, at most three of an image, and with none for other searches", async () => {
    const matches = async (search: string) =>
      (await fetch(search)).images.map((image) =>
        image.matches.map(({ position, code, quantity }) => [position, code, quantity].join(" ")),
      );
    expect(await matches("qty:>500")).toEqual([["1 012399 600"], ["0 012345 501"]]);
    expect(await matches("code:300000")).toEqual([["0 300000 2", "1 300000 2", "2 300000 2"]]);
    expect(await matches("left")).toEqual([[]]);
    const { images } = await fetch("code:012399");
    expect(images[0]?.matches[0]?.rect).toEqual({ x: 100, y: 0, width: 90, height: 40, angle: 0 });
  });

  it("counts the images of the search by status", async () => {
    expect(await fetch("qty:>500")).toMatchObject({ total: 2, counts: { uploaded: 2 }, withoutArea: 1 });
  });

  it("refuses an invalid search with what is wrong, in both calls", async () => {
    const reason = "After “qty:” type a number or a range, such as qty:12, qty:>500 or qty:10-20.";
    expect(await errorOf(fetch("qty:lots"))).toMatchObject({ code: "BAD_REQUEST", message: reason });
    expect(await codeOf(person.rpc.image.listMatchingImages.query({ slug, search: "qty:lots" }))).toBe("BAD_REQUEST");
  });

  it("needs a session, and does not find a hidden event's images", async () => {
    const hidden = await makeProject(api.database.db, { status: "preview" });
    expect(await codeOf(fetch("code:012345", { rpc: api.anonymous }))).toBe("UNAUTHORIZED");
    const search = { slug: hidden.slug, search: "code:012345" };
    expect(await codeOf(person.rpc.project.fetchProjectWithImages.query(search))).toBe("NOT_FOUND");
  });
});
