import { get } from "node:http";
import fastifyCookie from "@fastify/cookie";
import { fastify } from "fastify";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { makeImage, makeProject } from "../testing/factories.ts";
import { type Caller, type TestApi, createTestApi } from "../testing/test-api.ts";
import { NotificationListener } from "../db/notification-listener.ts";
import { eq } from "../db/drizzle.ts";
import { sessions } from "../db/schema/sessions.ts";
import { publishChange } from "../live/publish-change.ts";
import { liveEventsRoute } from "./live-events.ts";

let api: TestApi;
let person: Caller;
let origin: string;
beforeAll(async () => {
  api = await createTestApi();
  person = await api.signIn();
  await api.services.listening.start();
  origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

/** A connected browser; `text` grows as events arrive. */
async function listen(slug: string, caller: Caller = person, at = origin) {
  const aborting = new AbortController();
  onTestFinished(() => aborting.abort());
  const response = await fetch(`${at}/api/projects/${slug}/events`, {
    headers: { cookie: caller.headers["cookie"] ?? "" },
    signal: aborting.signal,
  });
  const stream = { response, text: "", ended: false };
  void (async () => {
    for await (const chunk of response.body ?? []) stream.text += Buffer.from(chunk).toString();
    stream.ended = true;
  })().catch(() => undefined);
  return stream;
}

describe("GET /api/projects/{project}/events", () => {
  it("streams committed changes of the event only", async () => {
    const project = await makeProject(api.database.db);
    const other = await makeProject(api.database.db);
    const { sid } = await makeImage(api.database.db, { projectSid: project.sid });
    const stream = await listen(project.slug);
    expect(stream.response.headers.get("content-type")).toBe("text/event-stream");
    await api.database.db
      .transaction(async (tx) => {
        await publishChange(tx, { projectSid: project.sid, kind: "area", sid: "rolled back" });
        tx.rollback();
      })
      .catch(() => undefined);
    await publishChange(api.database.db, { projectSid: other.sid, kind: "image", sid: "elsewhere" });
    await person.rpc.image.rejectImage.mutate({ sid });
    await expect.poll(() => stream.text).toContain("event: change");
    expect(stream.text).toMatch(new RegExp(`data: {"kind":"image","sid":"${sid}","at":"\\d{4}-[^"]+Z"}\n\n`));
    expect(stream.text).not.toContain("rolled back");
    expect(stream.text).not.toContain("elsewhere");
  });

  it("S8.03 reports a failed detection once: a stream that opens later gets the change only", async () => {
    const { sid: projectSid, slug } = await makeProject(api.database.db);
    const { sid } = await makeImage(api.database.db, { projectSid });
    const reason = "x".repeat(20_000);
    const failure = { jobId: "j".repeat(24), imageSid: sid, imageName: "a.jpg", reason, retryable: true };
    const stream = await listen(slug);
    await publishChange(api.database.db, { projectSid, kind: "image", sid, failure });
    await expect.poll(() => stream.text).toContain("event: failure");
    expect(stream.text).toContain(`data: ${JSON.stringify({ ...failure, reason: reason.slice(0, 500) })}\n\n`);
    const later = await listen(slug);
    await expect.poll(() => later.text).toContain(sid);
    expect(later.text).not.toContain("event: failure");
  });

  it("begins with the latest change, because the page's list may be older", async () => {
    const project = await makeProject(api.database.db);
    const other = await makeProject(api.database.db);
    const first = await listen(project.slug);
    await publishChange(api.database.db, { projectSid: project.sid, kind: "image", sid: "earlier" });
    await publishChange(api.database.db, { projectSid: project.sid, kind: "image", sid: "just now" });
    await expect.poll(() => first.text).toContain("just now");
    const second = await listen(project.slug);
    await expect.poll(() => second.text).toContain("just now");
    expect(second.text).not.toContain("earlier");
    const elsewhere = await listen(other.slug);
    await publishChange(api.database.db, { projectSid: other.sid, kind: "image", sid: "the first" });
    await expect.poll(() => elsewhere.text).toContain("the first");
    expect(elsewhere.text).not.toContain("just now");
  });

  it("needs a session and an event that the user may see", async () => {
    const hidden = await makeProject(api.database.db, { status: "preview" });
    expect((await listen(hidden.slug)).response.status).toBe(404);
    expect((await fetch(`${origin}/api/projects/${hidden.slug}/events`)).status).toBe(401);
  });

  it("after a lost connection every client is notified that its event may have changed", async () => {
    const project = await makeProject(api.database.db);
    const stream = await listen(project.slug);
    await api.database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'precount-live' and datname = current_database()",
    );
    await expect.poll(() => stream.text).toContain(`{"kind":"project","sid":"${project.sid}"`);
    await publishChange(api.database.db, { projectSid: project.sid, kind: "image", sid: "afterwards" });
    await expect.poll(() => stream.text).toContain("afterwards");
  });

  it("ends when the session does", async () => {
    const project = await makeProject(api.database.db);
    const leaving = await api.signIn();
    const app = fastify();
    await app.register(fastifyCookie);
    liveEventsRoute(app, api.services, { heartbeatMs: 50 });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const stream = await listen(project.slug, leaving, address);
    await expect.poll(() => stream.text).toContain("event: alive\ndata: {}\n\n");
    expect(stream.ended).toBe(false);
    await leaving.rpc.user.logout.mutate();
    await expect.poll(() => stream.ended).toBe(true);
  });

  it("does not keep the session of an idle page alive", async () => {
    const project = await makeProject(api.database.db);
    const idle = await api.signIn();
    const app = fastify();
    await app.register(fastifyCookie);
    liveEventsRoute(app, api.services, { heartbeatMs: 50 });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const lastUsedAt = new Date(Date.now() - 30 * 60_000);
    const own = eq(sessions.id, idle.headers["x-session-id"] ?? "");
    await api.database.db.update(sessions).set({ lastUsedAt }).where(own);
    const stream = await listen(project.slug, idle, address);
    await expect.poll(() => stream.text).toMatch(/(event: alive\ndata: {}\n\n){3}/);
    const rows = await api.database.db.select({ lastUsedAt: sessions.lastUsedAt }).from(sessions).where(own);
    expect(rows).toEqual([{ lastUsedAt }]);
  });

  it("ends when the session must add a second factor first", async () => {
    const project = await makeProject(api.database.db);
    const admin = await api.signIn({ role: "admin" });
    const without = await api.signIn();
    const app = fastify();
    await app.register(fastifyCookie);
    liveEventsRoute(app, api.services, { heartbeatMs: 50 });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const stream = await listen(project.slug, without, address);
    await expect.poll(() => stream.text).toContain("event: alive\ndata: {}\n\n");
    await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: ["user"], idleMinutes: 240 });
    onTestFinished(async () => {
      await admin.rpc.user.setSignInPolicy.mutate({ requiredRoles: [], idleMinutes: 240 });
    });
    await expect.poll(() => stream.ended).toBe(true);
  });

  it("closes the stream of a client that disconnects during the checks", async () => {
    const project = await makeProject(api.database.db);
    const registry = new Registry();
    const app = fastify();
    await app.register(fastifyCookie);
    liveEventsRoute(app, api.services, { registry });
    const address = await app.listen({ port: 0, host: "127.0.0.1" });
    onTestFinished(() => app.close());
    const path = `${address}/api/projects/${project.slug}/events`;
    const asked = new Promise<void>((resolve) => app.server.on("request", () => resolve()));
    const asking = get(path, { agent: false, headers: { cookie: person.headers["cookie"] ?? "" } });
    asking.on("error", () => undefined);
    await asked;
    asking.destroy();
    await listen(project.slug, person, address);
    // The browser that stays connected.
    await expect.poll(() => registry.metrics()).toMatch(/^live_streams_open 1$/m);
  });

  it("does not hold up the server when it closes", async () => {
    const second = new NotificationListener({ url: api.services.databaseUrl, onError: () => undefined });
    await second.start();
    await second.close();
    const stream = await listen((await makeProject(api.database.db)).slug);
    await api.app.close();
    await expect.poll(() => stream.ended).toBe(true);
    expect(stream.text).toMatch(/\nretry: \d{3,4}\n\n$/);
  });
});
