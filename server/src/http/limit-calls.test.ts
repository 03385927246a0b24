import { CALL_LIMITS } from "@precount/domain";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callCounts } from "../db/schema/factors.ts";
import { makeProject } from "../testing/factories.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

it("PD-118 expensive calls are limited for each person, with the time to wait", async () => {
  const [admin, other] = [await api.signIn({ role: "admin" }), await api.signIn({ role: "admin" })];
  const { slug } = await makeProject(api.database.db);
  const download = (headers: Record<string, string>, file = "labels-stats/download") =>
    api.inject({ url: `/api/projects/${slug}/${file}`, headers });
  expect((await download(admin.headers)).statusCode).toBe(200);
  await api.database.db.update(callCounts).set({ calls: CALL_LIMITS.export.max - 1 });
  const answers = await Promise.all([1, 2, 3].map(() => download(admin.headers)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 429, 429]);
  const refused = answers.find(({ statusCode }) => statusCode === 429);
  expect(refused?.json().message).toBe("You have made 300 downloads in 10 minutes. Please try again in 10 minutes.");
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(500);
  expect((await download(other.headers)).statusCode).toBe(200);
  expect((await download(admin.headers, "images/download")).statusCode).toBe(200);
  await api.database.db.update(callCounts).set({ until: new Date(Date.now() - 1000) });
  expect((await download(admin.headers)).statusCode).toBe(200);
});
