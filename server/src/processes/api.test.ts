import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createApi } from "./api.ts";
import { Readiness } from "../operations/status/readiness.ts";
import { connect } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { enqueueCodeReading } from "../queue/enqueue.ts";
import { makeImage, makeProject, makeTask } from "../testing/factories.ts";
import { type TestApi, createTestApi } from "../testing/test-api.ts";

let api: TestApi;
beforeAll(async () => {
  api = await createTestApi();
});
afterAll(() => api.close());

describe("RPC", () => {
  it("S7.01 answers at /trpc and at /api/trpc, single calls and batches", async () => {
    const { headers, user } = await api.signIn();
    for (const prefix of ["/trpc", "/api/trpc"]) {
      const one = await api.inject({ url: `${prefix}/user.getAuthUser`, headers });
      expect(one.json()).toEqual({ result: { data: user } });
      expect(one.headers["cache-control"]).toBe("no-store");
      const both = await api.inject({ url: `${prefix}/user.getAuthUser,meta.version?batch=1&input={}`, headers });
      expect(both.json()).toMatchObject([{ result: { data: user } }, { result: { data: { version: "0.1.0" } } }]);
    }
  });

  it("looks the session up once for a batch, and not at all for public procedures", async () => {
    const { headers } = await api.signIn();
    const { statements } = api.database;
    statements.length = 0;
    await api.inject({ url: "/trpc/user.getAuthUser,user.getAuthUser?batch=1&input={}", headers });
    expect(statements).toHaveLength(1);
    await api.inject({ url: "/trpc/meta.version", headers });
    expect(statements).toHaveLength(1);
  });

  it("gives a wrong input's fields and reasons, and no stack", async () => {
    const response = await api.inject({ method: "POST", url: "/trpc/user.login", payload: { email: "x" } });
    const { message, data } = response.json().error;
    expect(response.statusCode).toBe(400);
    expect(message).toBe("Invalid email address\npassword: Invalid input: expected string, received undefined");
    expect(data).toEqual({
      code: "BAD_REQUEST",
      httpStatus: 400,
      path: "user.login",
      details: [
        { path: ["email"], message: "Invalid email address" },
        { path: ["password"], message: "Invalid input: expected string, received undefined" },
      ],
    });
  });

  it("answers NOT_FOUND for an unknown procedure", async () => {
    const response = await api.inject({ url: "/trpc/user.fly" });
    expect(response.statusCode).toBe(404);
    expect(response.json().error.data.code).toBe("NOT_FOUND");
  });
});

describe("direct HTTP", () => {
  it("answers an unknown API path with a 404 in JSON, never with the page", async () => {
    for (const url of ["/api", "/api/nothing/here?x=1", "/assets/gone-1a2b3c.js"]) {
      const response = await api.inject({ url });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ code: "NOT_FOUND", message: `There is nothing at GET ${url.split("?")[0]}.` });
    }
    expect((await api.inject({ method: "POST", url: "/projects" })).statusCode).toBe(404);
  });

  it.each([
    ["GET", "/api/projects/spring-count/images/upload?x=1", "POST"],
    ["POST", `/api/projects/spring-count/images/upload/${"0".repeat(64)}`, "PUT"],
    ["POST", "/api/images/a/download", "GET, HEAD"],
    ["DELETE", "/api/openapi.json", "GET, HEAD"],
  ] as const)("answers %s %s with 405 and the methods that are allowed", async (method, url, allow) => {
    const response = await api.inject({ method, url });
    const message = `${url.split("?")[0]} does not accept ${method}. Send ${allow.replace(", ", " or ")}.`;
    expect([response.statusCode, response.headers.allow]).toEqual([405, allow]);
    expect(response.json()).toEqual({ code: "METHOD_NOT_SUPPORTED", message });
  });

  it("gives the app's page for every other URL, without caching, or a message that it is not built", async () => {
    for (const url of ["/", "/projects/spring-count/eventImages?page=2", "/login"]) {
      const response = await api.inject({ url });
      expect(response.headers["content-type"]).toMatch(/^text\/html/);
      expect([200, 503]).toContain(response.statusCode);
    }
  });

  it("answers errors of the HTTP layer to calls as calls answer theirs", async () => {
    const { headers } = await api.signIn();
    const response = await api.inject({
      method: "POST",
      url: "/trpc/user.logout",
      headers: { ...headers, "content-type": "application/json" },
      payload: "x".repeat(3 * 1024 * 1024),
    });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ error: { data: { code: "PAYLOAD_TOO_LARGE", httpStatus: 413 } } });
  });

  it("is alive, ready and measured without a session", async () => {
    expect((await api.inject({ url: "/api/health" })).json()).toEqual({ status: "ok" });
    expect((await api.inject({ url: "/api/ready" })).json()).toEqual({ status: "ready" });
    const metrics = await api.inject({ url: "/api/metrics" });
    expect(metrics.body).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(metrics.body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/health",status="200"\} 1/,
    );
  });
});

describe("the metrics of waiting work", () => {
  it("count jobs by queue and state with their waiting time, and images and tasks by status", async () => {
    const { db } = api.database;
    const { sid: projectSid } = await makeProject(db);
    const image = await makeImage(db, { projectSid });
    await makeTask(db, { projectSid });
    await api.services.queue.start();
    await enqueueCodeReading(db, api.services.queue, [image.sid]);
    await db.execute(sql`update pgboss.job set created_on = now() - interval '90 seconds'`);
    const app = await createApi(api.services);
    const { body } = await app.inject({ url: "/api/metrics" });
    await app.close();
    expect(body).toContain('queue_jobs{queue="read-codes",state="created"} 1');
    expect(Number(/queue_oldest_seconds\{queue="read-codes",state="created"\} (\S+)/.exec(body)?.[1])).toBeCloseTo(
      90,
      -1,
    );
    expect(body).toContain('images{status="uploaded"} 1');
    expect(body).toContain('document_tasks{status="1"} 1');
  });
});

describe("a server without its database", () => {
  it("still gives metrics", async () => {
    const url = "postgresql://precount@/precount?host=/nowhere";
    const connection = connect(url);
    const app = await createApi({ ...api.services, ...connection, databaseUrl: url });
    const { body, statusCode } = await app.inject({ url: "/api/metrics" });
    expect(statusCode).toBe(200);
    expect(body).toContain("nodejs_eventloop_lag_p99_seconds");
    expect(body).not.toContain("queue_jobs{");
    await app.close();
    await connection.close();
  });

  it("gives a message, stays alive, and is not ready", async () => {
    const url = "postgresql://precount@/precount?host=/nowhere";
    const connection = connect(url);
    const readiness = new Readiness({ pool: connection.pool, blobs: api.services.blobs });
    const app = await createApi({ ...api.services, ...connection, databaseUrl: url, readiness });
    const login = { email: "ada@precount.test", password: "Shelf-photos-2026" };
    const response = await app.inject({ method: "POST", url: "/trpc/user.login", payload: login });
    expect(response.statusCode).toBe(503);
    expect(Number(response.headers["retry-after"])).toBeGreaterThan(0);
    expect(response.json().error.message).toBe(
      "The database cannot be reached right now. Please try again in a moment.",
    );
    const cookie = "precount=something";
    const picture = await app.inject({ url: "/api/projects/a/reports/b/download", headers: { cookie } });
    expect(picture.statusCode).toBe(503);
    expect(Number(picture.headers["retry-after"])).toBeGreaterThan(0);
    expect(picture.json()).toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect((await app.inject({ url: "/api/ready" })).statusCode).toBe(503);
    expect((await app.inject({ url: "/api/health" })).statusCode).toBe(200);
    await app.close();
    await connection.close();
  });
});
