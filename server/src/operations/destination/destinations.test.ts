import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHash } from "node:crypto";
import type { Delivery, DestinationInput } from "@precount/domain";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sql } from "../../db/drizzle.ts";
import { deliveries, destinations } from "../../db/schema/destinations.ts";
import { makeArea, makeDetection, makeImage, makeModel, makeProject, makeReport } from "../../testing/factories.ts";
import { type HttpReceiver, startHttpReceiver } from "../../testing/http-receiver.ts";
import { startS3 } from "../../testing/s3-server.ts";
import { startSftpServer } from "../../testing/sftp-server.ts";
import { type Caller, type TestApi, codeOf, createTestApi, errorOf } from "../../testing/test-api.ts";
import { rotateKeys } from "../../auth/rotate-keys.ts";
import { removeExpiredRows } from "../../processes/housekeeping.ts";
import { deliverOnce } from "./deliver.ts";
import { queueDeliveries } from "./queue-deliveries.ts";

let api: TestApi;
let admin: Caller;
let receiver: HttpReceiver;
let workDir: string;
beforeAll(async () => {
  api = await createTestApi({ allowPrivateTargets: true });
  admin = await api.signIn({ role: "admin" });
  receiver = await startHttpReceiver();
  workDir = await mkdtemp(join(tmpdir(), "precount-destinations-"));
});
afterAll(async () => {
  await receiver.stop();
  await api.close();
  await rm(workDir, { recursive: true });
});
beforeEach(async () => {
  await api.database.db.delete(destinations);
  receiver.received.length = 0;
  receiver.status = 204;
});

const webhook = (types: readonly string[] = ["report.created"]): DestinationInput => ({
  name: "ERP",
  // Types of the domain, as text for the tests' tables.
  settings: { kind: "webhook", url: `${receiver.url}/in`, types: types as ["report.created"] },
});

const create = (slug: string, destination: DestinationInput) =>
  admin.rpc.destination.createDestination.mutate({ owner: { project: { slug } }, destination });

/** Queues and sends as a worker does. Returns the outcomes, oldest first. */
async function work(attempt = 1, allowPrivateTargets = true): Promise<Delivery[]> {
  const { db } = api.database;
  const { queue } = api.services;
  await queueDeliveries(db, queue);
  const rows = await db.select().from(deliveries).orderBy(deliveries.createdAt, deliveries.type);
  const context = { db, workDir, allowPrivateTargets };
  const { signal } = new AbortController();
  for (const { sid } of rows) await deliverOnce(context, { deliverySid: sid, attempt }, signal);
  const [first] = rows;
  if (!first) return [];
  const page = await admin.rpc.destination.fetchDeliveries.query({ sid: first.destinationSid, pageSize: 50 });
  return page.deliveries.toReversed();
}

describe("PD-160 webhooks", () => {
  it("PD-161 announce what happens in an event, signed as Standard Webhooks says", async () => {
    const { db } = api.database;
    const { slug, sid: projectSid } = await makeProject(db);
    const types = ["image.processed", "image.validated", "area.changed", "event.completed", "report.created"];
    const { signingSecret } = await create(slug, webhook(types));
    await makeProject(db);
    const { sid: areaSid } = await makeArea(db, { projectSid, number: 7 });
    const { sid: imageSid } = await makeImage(db, { projectSid, areaSid, name: "0007.jpg" });
    const { sid: modelSid } = await makeModel(db);
    await makeDetection(db, { imageSid, modelSid });
    await db.execute(sql`update images set status = 'approved' where sid = ${imageSid}`);
    const { report } = await admin.rpc.project.completeProject.mutate({ slug });
    const log = await work();
    expect(log.map(({ state }) => state)).toEqual(Array.from(types, () => "delivered"));
    const verifier = new Webhook(signingSecret ?? "");
    const messages = receiver.received.map(({ headers, body }) => {
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      return verifier.verify(body, plain);
    });
    expect(messages).toHaveLength(types.length);
    expect(messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: "image.validated",
          data: {
            event: expect.objectContaining({ slug }),
            image: { sid: imageSid, name: "0007.jpg", status: "approved", areaCode: "7" },
          },
        }),
        // Several changes before the message are one.
        expect.objectContaining({
          type: "area.changed",
          data: expect.objectContaining({ area: { sid: areaSid, name: "7", isVoid: false, images: 1 } }),
        }),
        expect.objectContaining({
          type: "report.created",
          data: expect.objectContaining({ report: expect.objectContaining({ sid: report.sid, version: 1 }) }),
        }),
      ]),
    );
    const other = new Webhook(`whsec_${Buffer.alloc(32).toString("base64")}`);
    const [first] = receiver.received;
    expect(() => other.verify(first?.body ?? "", { ...(first?.headers as Record<string, string>) })).toThrow(
      /signature/i,
    ); // the headers are one line each
  });

  it("PD-179 are signed with the new and the former secret for a day after a rotation", async () => {
    const { db } = api.database;
    const { slug } = await makeProject(db);
    const { destination, signingSecret: first } = await create(slug, webhook());
    const { sid } = destination;
    const rotate = () => admin.rpc.destination.rotateSigningSecret.mutate({ sid });
    /** The secrets that verify the next message. */
    const acceptedBy = async (secrets: readonly (string | null)[]) => {
      await admin.rpc.destination.testDestination.mutate({ sid });
      await work();
      const { headers, body } = receiver.received.pop()!; // the message that was just sent
      const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
      const isRight = secrets.map((secret) => {
        try {
          new Webhook(secret ?? "").verify(body, plain);
          return true;
        } catch {
          return false;
        }
      });
      return { isRight, signatures: plain["webhook-signature"]?.split(" ").length };
    };
    expect(await acceptedBy([first])).toEqual({ isRight: [true], signatures: 1 });
    const { signingSecret: second, destination: rotated } = await rotate();
    expect(Date.parse(rotated.formerSecretUntil ?? "")).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect(second).not.toBe(first);
    expect(await acceptedBy([first, second])).toEqual({ isRight: [true, true], signatures: 2 });
    await db.transaction((tx) => rotateKeys(tx));
    expect(await acceptedBy([first, second])).toEqual({ isRight: [true, true], signatures: 2 });

    const { signingSecret: third } = await rotate();
    expect(await acceptedBy([first, second, third])).toEqual({ isRight: [false, true, true], signatures: 2 });

    await db.update(destinations).set({ formerSecretUntil: sql`now() - interval '1 second'` });
    expect(await acceptedBy([second, third])).toEqual({ isRight: [false, true], signatures: 1 });
    const [listed] = await admin.rpc.destination.fetchDestinations.query({ owner: { project: { slug } } });
    expect(listed?.formerSecretUntil).toBeNull();
    await removeExpiredRows(api.services);
    const rows = await db.select({ formerSecret: destinations.formerSecret }).from(destinations);
    expect(rows).toEqual([{ formerSecret: null }]);

    const { items } = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: sid } });
    expect(items.filter(({ action }) => action === "destination.rotateSigningSecret")).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain("whsec_");
  });

  it("PD-179 only have a secret that can be rotated", async () => {
    const { slug } = await makeProject(api.database.db);
    const settings = { kind: "https", url: `${receiver.url}/files`, formats: ["csv"] } as const;
    const { destination } = await create(slug, {
      name: "Files",
      settings: { ...settings, formats: ["csv"] },
      secret: "Bearer x",
    });
    expect(await errorOf(admin.rpc.destination.rotateSigningSecret.mutate({ sid: destination.sid }))).toEqual({
      code: "PRECONDITION_FAILED",
      message: "Only a webhook has a signing secret. Enter the new secret of another destination under Edit.",
    });
  });

  it("PD-161 are retried with growing waits, replayed by a person, and redirects are not followed", async () => {
    const { db } = api.database;
    const { slug, sid: projectSid } = await makeProject(db);
    await create(slug, webhook());
    await makeReport(db, { projectSid, createdBy: admin.user.sid });
    receiver.status = 302;
    const [failed] = await work();
    expect(failed).toMatchObject({
      state: "waiting",
      attempts: 1,
      responseStatus: 302,
      error: "It answered with a redirect, which is not followed.",
    });
    expect(receiver.received.map(({ path }) => path)).toEqual(["/in"]);
    const waitMs = Date.parse(failed?.nextAttemptAt ?? "") - Date.parse(failed?.lastAttemptAt ?? "");
    expect(waitMs).toBe(5000);
    // A job that is repeated after its attempt was recorded does nothing.
    await work(1);
    expect(receiver.received).toHaveLength(1);
    await db.update(deliveries).set({ nextAttemptAt: sql`now()` });
    expect(await work(2)).toMatchObject([{ state: "waiting", attempts: 2 }]);
    receiver.received.pop();
    receiver.status = 200;
    await admin.rpc.destination.replayDelivery.mutate({ sid: failed?.sid ?? "" });
    expect(await work()).toMatchObject([{ state: "delivered", attempts: 1, error: null }]);
    const [one, two] = receiver.received.map(({ headers, body }) => [headers["webhook-id"], body]);
    expect(two).toEqual(one);
  });

  it("PD-163 are disabled after a day of failures, or when the receiver is gone, with an audit entry", async () => {
    const { db } = api.database;
    const { slug, sid: projectSid } = await makeProject(db);
    const { destination } = await create(slug, webhook());
    const { sid } = destination;
    await makeReport(db, { projectSid, createdBy: admin.user.sid });
    receiver.status = 500;
    await work();
    const fetch = async () =>
      (await admin.rpc.destination.fetchDestinations.query({ owner: { project: { slug } } }))[0];
    expect(await fetch()).toMatchObject({ disabled: null, failingSince: expect.any(String) });
    await db.execute(sql`update destinations set failing_since = now() - interval '24 hours'`);
    expect(await work(2)).toMatchObject([{ state: "failed" }]);
    expect(await fetch()).toMatchObject({ disabled: "failures" });
    const audit = await admin.rpc.audit.fetchAudit.query({ filters: { subjectSid: sid } });
    expect(audit.items.map(({ action }) => action)).toEqual([
      "destination.disableAfterFailures",
      "destination.createDestination",
    ]);
    await makeReport(db, { projectSid, createdBy: admin.user.sid, version: 2 });
    expect(await work()).toHaveLength(1);
    await admin.rpc.destination.setDestinationEnabled.mutate({ sid, isEnabled: true });
    expect(await fetch()).toMatchObject({ disabled: null, failingSince: null });
    receiver.status = 410;
    await makeReport(db, { projectSid, createdBy: admin.user.sid, version: 3 });
    await work();
    expect(await fetch()).toMatchObject({ disabled: "failures" });
  });

  it("PD-162 do not reach private addresses unless the setting allows it", async () => {
    const { slug } = await makeProject(api.database.db);
    const { destination } = await create(slug, webhook());
    await admin.rpc.destination.testDestination.mutate({ sid: destination.sid });
    const [blocked] = await work(1, false);
    expect(blocked).toMatchObject({
      type: "ping",
      state: "failed",
      error: expect.stringContaining("ALLOW_PRIVATE_TARGETS"),
    });
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ["http://erp.example/in", "The address must begin with https"],
    ["https://127.0.0.1/in", "127.0.0.1 is not a public address"],
    ["https://[::1]/in", "[::1] is not a public address"],
    ["https://localhost/in", "localhost is not a public address"],
  ])("PD-162 are refused at %s unless the setting allows it", async (url, message) => {
    const { slug } = await makeProject(api.database.db);
    const allowed: DestinationInput = {
      name: "ERP",
      settings: { kind: "webhook", url: "https://erp.example/in", types: ["report.created"] },
    };
    const refused: DestinationInput = { name: "ERP", settings: { kind: "webhook", url, types: ["report.created"] } };
    const { sid } = (await create(slug, allowed)).destination;
    const { config } = api.services;
    config.allowPrivateTargets = false;
    try {
      const refusal = { code: "BAD_REQUEST", message: expect.stringContaining(message) };
      expect(await errorOf(create(slug, refused))).toEqual(refusal);
      expect(await errorOf(admin.rpc.destination.updateDestination.mutate({ sid, destination: refused }))).toEqual(
        refusal,
      );
      expect(await codeOf(create(slug, allowed))).toBe("not refused");
    } finally {
      config.allowPrivateTargets = true;
    }
    expect(await codeOf(create(slug, refused))).toBe("not refused");
  });

  it("of a group belong to its events only, and are for admins", async () => {
    const { db } = api.database;
    const { sid: group } = await admin.rpc.group.createGroup.mutate({ name: `North ${Math.random()}` });
    await admin.rpc.destination.createDestination.mutate({ owner: { group }, destination: webhook() });
    const [inGroup, other] = [await makeProject(db), await makeProject(db)];
    await admin.rpc.group.setProjectGroups.mutate({ project: { slug: inGroup.slug }, groups: [group] });
    for (const { sid: projectSid } of [inGroup, other]) await makeReport(db, { projectSid, createdBy: admin.user.sid });
    expect(await work()).toHaveLength(1);
    const person = await api.signIn();
    expect(
      await codeOf(person.rpc.destination.fetchDestinations.query({ owner: { project: { slug: other.slug } } })),
    ).toBe("FORBIDDEN");
  });
});

describe("PD-164 deliveries of a report", () => {
  const rows = [{ areaCode: "1", bayCode: "", shelfCode: "2", code: "000042", quantity: "7" }];
  const makeRows = async () => {
    const { db } = api.database;
    const { slug, sid: projectSid } = await makeProject(db);
    return { slug, report: () => makeReport(db, { projectSid, createdBy: admin.user.sid, rows }) };
  };

  it("by HTTPS, with the secret and a digest, are shown on the report", async () => {
    const { slug, report } = await makeRows();
    const settings = {
      kind: "https" as const,
      url: `${receiver.url}/files/?key=1`,
      formats: ["csv" as const, "json" as const],
    };
    await create(slug, { name: "Share", settings, secret: "Bearer s3cret" });
    const { sid: reportSid } = await report();
    expect((await work()).map(({ state }) => state)).toEqual(["delivered", "delivered"]);
    const [csv, json] = receiver.received.toSorted((a, b) => a.path.localeCompare(b.path));
    expect(csv).toMatchObject({
      method: "PUT",
      path: "/files/spring-count-v1.csv?key=1",
      headers: { authorization: "Bearer s3cret", "content-type": "text/csv; charset=utf-8" },
      body: '\uFEFFArea,Aisle/Bay,Shelf,SKU,Quantity\r\n"1",,"2","000042","7"\r\n',
    });
    expect(JSON.parse(json?.body ?? "")).toMatchObject({ sid: reportSid, contents: { rows } });
    const sha256 = createHash("sha256")
      .update(csv?.body ?? "")
      .digest("hex");
    const person = await api.signIn();
    expect(await person.rpc.destination.fetchReportDeliveries.query({ reportSid })).toContainEqual(
      expect.objectContaining({
        type: "report.csv",
        state: "delivered",
        target: `${receiver.url}/files/spring-count-v1.csv`,
        sha256,
      }),
    );
  });

  it("by SFTP replace a file of the same name, and only on the server with the known key", async () => {
    const { slug, report } = await makeRows();
    const server = await startSftpServer();
    const settings = {
      kind: "sftp" as const,
      host: "127.0.0.1",
      port: server.port,
      username: "shop",
      folder: "/in",
      hostKey: server.hostKey,
      formats: ["xlsx" as const],
    };
    server.files.set("/in/spring-count-v1.xlsx", Buffer.from("old"));
    const { destination } = await create(slug, { name: "SFTP", settings, secret: "s3cret" });
    await report();
    expect(await work()).toMatchObject([
      { state: "delivered", target: `sftp://127.0.0.1:${server.port}/in/spring-count-v1.xlsx` },
    ]);
    expect([...server.files.keys()]).toEqual(["/in/spring-count-v1.xlsx"]);
    expect(server.files.get("/in/spring-count-v1.xlsx")?.subarray(0, 2).toString()).toBe("PK");
    const { sid } = destination;
    const wrong = { ...settings, hostKey: `SHA256:${"a".repeat(43)}` };
    const change = { name: "SFTP", settings: wrong };
    // Another server must not get the password.
    expect(
      (await errorOf(admin.rpc.destination.updateDestination.mutate({ sid, destination: change }))).message,
    ).toContain("secret again");
    await admin.rpc.destination.updateDestination.mutate({ sid, destination: { ...change, secret: "s3cret" } });
    await admin.rpc.destination.testDestination.mutate({ sid });
    expect((await work()).at(-1)).toMatchObject({
      type: "test",
      state: "failed",
      error: expect.stringMatching(/verification|handshake/i),
    });
    await server.stop();
  });

  it("to S3 have the folder before the name", async () => {
    const { slug, report } = await makeRows();
    const server = await startS3();
    const { settings: s3 } = server;
    const settings = {
      kind: "s3" as const,
      bucket: s3.bucket,
      region: s3.region,
      endpoint: s3.endpoint,
      folder: "in/counts",
      accessKeyId: "S3RVER",
      formats: ["csv" as const],
    };
    await create(slug, { name: "S3", settings, secret: "S3RVER" });
    await report();
    expect(await work()).toMatchObject([{ state: "delivered", target: "s3://precount/in/counts/spring-count-v1.csv" }]);
    const stored = await fetch(`${s3.endpoint}/precount/in/counts/spring-count-v1.csv`);
    expect(await stored.text()).toContain('"000042"');
    await server.stop();
  });
});

it("PD-165 a secret is encrypted, never answered or logged, and still readable after the keys are rotated", async () => {
  const { db } = api.database;
  const { slug } = await makeProject(db);
  const settings = { kind: "https" as const, url: `${receiver.url}/files`, formats: ["csv" as const] };
  const { destination } = await create(slug, { name: "Share", settings, secret: "Bearer s3cret" });
  const { rows } = await db.execute(
    sql`select d::text as text from destinations d union all select a::text from audit_entries a`,
  );
  expect(JSON.stringify(rows)).not.toContain("s3cret");
  expect(JSON.stringify(rows)).not.toContain(Buffer.from("s3cret").toString("hex"));
  expect(JSON.stringify(destination)).not.toContain("s3cret");
  await db.transaction((tx) => rotateKeys(tx));
  await admin.rpc.destination.testDestination.mutate({ sid: destination.sid });
  expect(await work()).toMatchObject([{ state: "delivered" }]);
  expect(receiver.received[0]?.headers["authorization"]).toBe("Bearer s3cret");
});
