import { makePatch } from "@precount/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeDetection, makeImage, makeModel, makePrediction, makeProject } from "../../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
});
afterAll(() => api.close());

it("counts the stickers of a model in approved images, and those that people corrected", async () => {
  const { db } = api.database;
  const { sid: modelSid } = await makeModel(db);
  const { sid: projectSid } = await makeProject(db, { status: "active" });
  const accuracy = async () =>
    (await admin.rpc.model.fetchAccuracies.query()).find((found) => found.modelSid === modelSid);
  const detect = async (): Promise<string> => {
    const { sid: imageSid } = await makeImage(db, { projectSid });
    return (await makeDetection(db, { imageSid, modelSid, predictions: [makePrediction(), makePrediction()] })).sid;
  };
  const [corrected, confirmed, open] = [await detect(), await detect(), await detect()];
  const { imageDetection } = admin.rpc;
  const { code } = makePrediction();
  await imageDetection.pushImageDetectionPatches.mutate({ sid: corrected, patches: [makePatch.code(0, "987654")] });
  // The value that the model read: a confirmation.
  await imageDetection.pushImageDetectionPatches.mutate({ sid: confirmed, patches: [makePatch.code(0, code.value)] });
  await imageDetection.pushImageDetectionPatches.mutate({ sid: open, patches: [makePatch.code(0, "987654")] });
  expect(await accuracy()).toBeUndefined();
  await imageDetection.validateImageDetection.mutate({ sid: corrected });
  await imageDetection.validateImageDetection.mutate({ sid: confirmed });
  expect(await accuracy()).toEqual({ modelSid, stickers: 4, corrected: 1 });
});
