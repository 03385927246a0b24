import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { makeProject } from "../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";
import { createLastCount } from "./demo-last-count.ts";

const SAMPLES = join(import.meta.dirname, "../../../samples");

let api: TestApi;
let person: Caller;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn({ name: "Grace" });
});
afterAll(() => api.close());

it("creates an earlier event with a report, with which the demo is compared", async () => {
  const { db } = api.database;
  const demo = await makeProject(db);
  const given = { demoSid: demo.sid, areas: { from: 101, to: 108 }, admin: person.user };
  await createLastCount(db, { ...given, path: join(SAMPLES, "demo/missing.csv") });
  expect(await person.rpc.variance.getPreviousEvent.query({ slug: demo.slug })).toMatchObject({ chosen: null });
  await createLastCount(db, { ...given, path: join(SAMPLES, "demo/last-count.csv") });
  expect(await person.rpc.variance.getPreviousEvent.query({ slug: demo.slug })).toMatchObject({
    chosen: { slug: "last-count" },
  });
  const { basis, overview } = await person.rpc.variance.getVariance.query({ project: { slug: demo.slug } });
  expect(basis).toBe("previous");
  expect(overview?.totals).toMatchObject({ counted: 0, codes: { expected: 69 } });
});
