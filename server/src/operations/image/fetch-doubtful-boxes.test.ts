import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
});
afterAll(() => api.close());

const rectAt = (x: number) => ({ x, y: 10, width: 300, height: 150, angle: 0 });
const doubtful = { value: "1", pattern: null };

it("gives the boxes of doubtful stickers and shelves, only of images of the event that are not rejected", async () => {
  const { db } = api.database;
  const model = await makeModel(db);
  const event = await makeProject(db);
  const other = await makeProject(db);
  const make = async (projectSid: string, given: object = {}): Promise<string> => {
    const image = await makeImage(db, { projectSid, ...given });
    const predictions = [
      makePrediction({ rect: rectAt(100) }),
      makePrediction({ rect: rectAt(200), code: doubtful }),
      makePrediction({ label: "shelf", rect: rectAt(300), code: { value: "", pattern: null } }),
    ];
    await makeDetection(db, { imageSid: image.sid, modelSid: model.sid, predictions });
    return image.sid;
  };
  const rejection = { status: "rejected", rejectedAt: new Date(), rejectedBy: person.user.sid };
  const [shown, rejected, foreign] = [await make(event.sid), await make(event.sid, rejection), await make(other.sid)];
  const empty = await makeImage(db, { projectSid: event.sid });
  const input = { project: { slug: event.slug }, sids: [shown, rejected, foreign, empty.sid] };
  expect(await person.rpc.image.fetchDoubtfulBoxes.query(input)).toEqual({
    images: [{ sid: shown, boxes: [rectAt(200), rectAt(300)] }],
  });
  expect(await codeOf(api.anonymous.image.fetchDoubtfulBoxes.query(input))).toBe("UNAUTHORIZED");
});

it("does not find a hidden event", async () => {
  const hidden = await makeProject(api.database.db, { status: "preview" });
  const image = await makeImage(api.database.db, { projectSid: hidden.sid });
  const input = { project: { slug: hidden.slug }, sids: [image.sid] };
  expect(await codeOf(person.rpc.image.fetchDoubtfulBoxes.query(input))).toBe("NOT_FOUND");
});
