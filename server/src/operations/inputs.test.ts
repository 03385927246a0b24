import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProject } from "../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
let admin: Caller;
let project: { slug: string };
beforeAll(async () => {
  api = await createTestApi();
  admin = await api.signIn({ role: "admin" });
  project = { slug: (await makeProject(api.database.db)).slug };
});
afterAll(() => api.close());

describe("a value that PostgreSQL cannot hold", () => {
  const TOO_LARGE = 2_147_483_648;
  it.each<[string, (rpc: Caller["rpc"]) => Promise<unknown>]>([
    ["a version", (rpc) => rpc.item.fetchItems.query({ owner: { project }, version: TOO_LARGE })],
    ["an area", (rpc) => rpc.radar.fetchFindings.query({ project, areaNumber: TOO_LARGE })],
    ["a filter's time", (rpc) => rpc.audit.fetchAudit.query({ filters: { from: "0000-01-01T00:00:00Z" } })],
    ["a moment", (rpc) => rpc.history.getFigures.query({ project, at: "0001-01-01T00:00:00+01:00" })],
  ])("is refused as input: %s", async (_name, call) => {
    expect(await codeOf(call(admin.rpc))).toBe("BAD_REQUEST");
  });

  it("is accepted at the limits", async () => {
    const at = "0001-01-01T00:00:00Z";
    expect(await codeOf(admin.rpc.history.getFigures.query({ project, at }))).toBe("not refused");
    const areaNumber = TOO_LARGE - 1;
    expect(await codeOf(admin.rpc.radar.fetchFindings.query({ project, areaNumber }))).toBe("not refused");
  });
});
