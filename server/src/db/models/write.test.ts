import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestDatabase, createTestDatabase } from "../../testing/test-database.ts";
import { newSid } from "../../lib/ids.ts";
import { models } from "../schema/models.ts";
import { registerModels } from "./write.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

it("registers the same models from many processes at once, each model a single time", async () => {
  const { db } = database;
  const found = ["first", "second", "third"].map((name) => ({
    sid: newSid(),
    name,
    title: name,
    backend: "fake" as const,
    status: "active" as const,
    trainedAt: null,
  }));
  // Two inserts must meet at the same moment to conflict, which a single round rarely shows.
  for (let round = 0; round < 50; round += 1) {
    await db.delete(models);
    await Promise.all(Array.from({ length: 10 }, () => registerModels(db, found)));
  }
  expect((await db.select().from(models)).map(({ name }) => name).toSorted()).toEqual(["first", "second", "third"]);
});
