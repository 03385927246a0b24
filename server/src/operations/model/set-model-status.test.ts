import { afterAll, beforeAll, expect, it } from "vitest";
import { registerModels } from "../../db/models/write.ts";
import { makeModel } from "../../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  person = await api.signIn();
});
afterAll(() => api.close());

const statusOf = async (sid: string, { rpc } = admin) =>
  (await rpc.model.fetchModels.query()).find((model) => model.sid === sid)?.status;

it("S4.21 an admin's status overrides the manifest, also after restarts, until it is reset", async () => {
  const { sid, name, title, backend } = await makeModel(api.database.db, { status: "active" });
  const start = () =>
    registerModels(api.database.db, [{ sid, name, title, backend, status: "active", trainedAt: null }]);
  expect(await admin.rpc.model.setModelStatus.mutate({ sid, status: "preview" })).toMatchObject({ status: "preview" });
  await start();
  expect(await statusOf(sid)).toBe("preview");
  expect(await statusOf(sid, person)).toBeUndefined();
  expect(await admin.rpc.model.setModelStatus.mutate({ sid, status: null })).toMatchObject({ status: "active" });
  expect(await statusOf(sid, person)).toBe("active");
});

it("S6.02 only admins set a model's status; an unknown model is NOT_FOUND", async () => {
  const { sid } = await makeModel(api.database.db);
  expect(await codeOf(person.rpc.model.setModelStatus.mutate({ sid, status: "retired" }))).toBe("FORBIDDEN");
  const gone = { sid: "z".repeat(24), status: "retired" as const };
  expect(await codeOf(admin.rpc.model.setModelStatus.mutate(gone))).toBe("NOT_FOUND");
});
