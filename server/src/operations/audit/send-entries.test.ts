import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { insertAuditEntries } from "../../db/audit/entries.ts";
import { readChainEnd } from "../../db/audit/chain.ts";
import { type HttpReceiver, startHttpReceiver } from "../../testing/http-receiver.ts";
import { type TestDatabase, createTestDatabase } from "../../testing/test-database.ts";
import { sealEntries } from "../../audit/chain.ts";
import { sendEntries } from "./send-entries.ts";

let database: TestDatabase;
let receiver: HttpReceiver;
beforeAll(async () => {
  [database, receiver] = await Promise.all([createTestDatabase(), startHttpReceiver()]);
});
afterAll(() => Promise.all([database.close(), receiver.stop()]));
beforeEach(() => {
  receiver.received.length = 0;
  receiver.status = 204;
});

type Line = { position: number; action: string; previousHash: string; hash: string };

const lines = (): Line[] =>
  receiver.received.flatMap(({ body }) =>
    body
      .trim()
      .split("\n")
      .map((line): Line => JSON.parse(line)),
  );
const send = (token: string | null = null) =>
  sendEntries(database.db, { url: `${receiver.url}/precount`, token }, new AbortController().signal);

async function addEntries(count: number): Promise<void> {
  const entry = { kind: "account", action: "user.block", subjectKind: "user", subjectSid: "ada", details: { n: 1 } };
  await insertAuditEntries(
    database.db,
    Array.from({ length: count }, () => entry),
  );
  await sealEntries(database.db);
}

describe("entries of the audit log", () => {
  it("are sent once and in their order, with the hashes that chain them", async () => {
    await addEntries(1200);
    expect(await send("a-token")).toBe(1200);
    const sent = lines();
    expect(sent.map(({ position }) => position)).toEqual(Array.from({ length: 1200 }, (_, index) => index + 1));
    for (const [index, { previousHash }] of sent.entries())
      expect(previousHash).toBe(sent[index - 1]?.hash ?? "0".repeat(64));
    expect(sent.at(-1)?.hash).toBe((await readChainEnd(database.db))?.hash.toString("hex"));
    expect(sent[0]).toMatchObject({ kind: "account", action: "user.block", subjectSid: "ada", details: { n: 1 } });
    expect(receiver.received.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array.from({ length: 3 }, () => "POST /precount"),
    );
    const [{ headers } = { headers: {} }] = receiver.received;
    expect(headers).toMatchObject({ authorization: "Bearer a-token", "content-type": "application/x-ndjson" });
    expect(await send()).toBe(0);
    expect(receiver.received).toHaveLength(3);
  });

  it("are kept while the other system refuses them, follows no redirect, and gets them afterwards", async () => {
    await addEntries(2);
    for (const status of [503, 302]) {
      receiver.status = status;
      await expect(send()).rejects.toThrow(`AUDIT_URL answered with the status ${status}`);
    }
    receiver.received.length = 0;
    receiver.status = 204;
    expect(await send()).toBe(2);
    expect(lines().map(({ position }) => position)).toEqual([1201, 1202]);
  });

  it("are sent by one of several processes", async () => {
    await addEntries(3);
    const counts = await Promise.all([send(), send(), send(), send()]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(3);
    expect(lines()).toHaveLength(3);
  });

  it("are not sent before they are sealed, and to a new system from the first one on", async () => {
    await insertAuditEntries(database.db, [{ kind: "account", action: "user.unblock" }]);
    expect(await send()).toBe(0);
    await sealEntries(database.db);
    const other = { url: `${receiver.url}/other`, token: null };
    expect(await sendEntries(database.db, other, new AbortController().signal)).toBe(1206);
  });
});
