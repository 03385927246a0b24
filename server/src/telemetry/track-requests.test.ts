import { Writable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApi } from "../processes/api.ts";
import { connect } from "../db/connect.ts";
import { createLogger } from "./logger.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

/** An API that logs at level trace, with its log lines. */
async function withLog(given: Partial<TestApi["services"]> = {}) {
  const lines: Record<string, unknown>[] = [];
  const destination = new Writable({
    write: (line, _encoding, done) => {
      lines.push(JSON.parse(String(line)));
      done();
    },
  });
  const app = await createApi({ ...api.services, ...given, log: createLogger({ logLevel: "trace" }, destination) });
  return { app, lines };
}

it.each([
  [{ "x-request-id": "proxy-0001.a" }, /^proxy-0001\.a$/],
  [{ traceparent: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01" }, /^4bf92f3577b34da6a3ce929d0e0e4736$/],
  [{}, /^[0-9a-f]{16}$/],
  [{ "x-request-id": 'a" ,"level":60' }, /^[0-9a-f]{16}$/],
  [{ "x-request-id": "x".repeat(65) }, /^[0-9a-f]{16}$/],
  [{ "x-request-id": "ada@precount.test" }, /^[0-9a-f]{16}$/],
  [{ traceparent: `00-${"0".repeat(32)}-00f067aa0ba902b7-01` }, /^[0-9a-f]{16}$/],
])("a request with headers %j has one id in its response and in every log line", async (headers, expectedId) => {
  const { app, lines } = await withLog();
  const sent = { ...headers, "content-type": "application/json" };
  const response = await app.inject({ method: "POST", url: "/trpc/user.logout", headers: sent, payload: {} });
  await app.close();
  const id = String(response.headers["x-request-id"]);
  expect(id).toMatch(expectedId);
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.map(({ requestId }) => requestId)).toEqual(lines.map(() => id));
});

it("an error response contains the request id, and the log contains neither user input nor query values", async () => {
  const broken = { ...connect("postgresql://precount@/precount?host=/nowhere") };
  const failing = Object.assign(Object.create(broken.db), {
    select: () => {
      const values = new Error('Failed query: select 1 where email = $1\nparams: ada@precount.test,"secret"');
      throw Object.assign(values, { params: ["ada@precount.test"], detail: "Key (email)=(ada@precount.test)" });
    },
  });
  const { app, lines } = await withLog({ db: failing });
  const login = { email: "ada@precount.test", password: "Shelf-photos-2026" };
  const rpc = await app.inject({ method: "POST", url: "/trpc/user.login", payload: login });
  const cookie = "precount=something";
  const direct = await app.inject({ url: "/api/projects/a/reports/b/download", headers: { cookie } });
  await app.close();
  await broken.close();
  expect([rpc.statusCode, direct.statusCode]).toEqual([500, 500]);
  expect(rpc.json().error.data.requestId).toBe(rpc.headers["x-request-id"]);
  expect(direct.json().requestId).toBe(direct.headers["x-request-id"]);
  const written = JSON.stringify(lines);
  expect(written).toContain("Failed query");
  expect(written).not.toMatch(/ada@|Shelf-photos|secret|something/);
});
