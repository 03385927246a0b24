import { once } from "node:events";
import { type IncomingMessage, get, request } from "node:http";
import { type EditFocus, type PresentUser, presentUserSchema } from "@precount/domain";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { z } from "zod";
import { NotificationListener } from "../db/notification-listener.ts";
import { makeImage, makeProject } from "../testing/factories.ts";
import { type Caller, type TestApi, codeOf, createTestApi } from "../testing/test-api.ts";
import { Presence } from "./presence.ts";

let api: TestApi;
let origin: string;
beforeAll(async () => {
  api = await createTestApi();
  await api.services.listening.start();
  origin = await api.app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(() => api.close());

const HAND: EditFocus = { detectionSid: "d".repeat(24), index: 3, field: "code" };

async function make(project: Parameters<typeof makeProject>[1] = {}) {
  const event = await makeProject(api.database.db, project);
  const { sid } = await makeImage(api.database.db, { projectSid: event.sid });
  return { sid, slug: event.slug };
}
const be = ({ rpc }: Pick<Caller, "rpc">, imageSid: string, tab = "tab00000", hand: EditFocus | null = null) =>
  rpc.live.beHere.mutate({ imageSid, tab, hand });

/** A page that shows the image; `people` are the users of the last message. */
async function look(caller: Caller, slug: string, imageSid: string, tab = "") {
  // Not fetch, which replaces each closed connection by a spare one that would delay the shutdown of the server.
  const url = `${origin}/api/projects/${slug}/events?image=${imageSid}&tab=${tab}`;
  const asking = get(url, { agent: false, headers: { cookie: caller.headers["cookie"] ?? "" } });
  const shut = (): void => void asking.destroy();
  onTestFinished(shut);
  asking.on("error", () => undefined);
  const [response] = (await once(asking, "response")) as [IncomingMessage]; // the response of a request
  const page: Page = { shut, status: response.statusCode, people: null, messageCount: 0 };
  let text = "";
  response.on("error", () => undefined).setEncoding("utf8");
  response.on("data", (chunk: string) => {
    text += chunk;
    const messages = [...text.matchAll(/event: presence\ndata: (.*)\n/g)];
    page.messageCount = messages.length;
    page.people = z.array(presentUserSchema).parse(JSON.parse(messages.at(-1)?.[1] ?? "[]"));
  });
  return page;
}
type Page = { shut: () => void; status: number | undefined; people: PresentUser[] | null; messageCount: number };
const namesOf = ({ people }: { people: PresentUser[] | null }) => people?.map(({ name }) => name);

/** Another API process on the same database. */
async function makeOther(lasting?: { presentForMs: number; sweepMs: number }): Promise<Presence> {
  const listening = new NotificationListener({ url: api.services.databaseUrl, onError: () => undefined });
  const presence = new Presence(listening, () => undefined, lasting);
  await listening.start();
  onTestFinished(() => listening.close());
  return presence;
}

describe("the presence of people on an image", () => {
  it("is sent to the other users on the image, with selections, once per user", async () => {
    const [ann, bob] = [await api.signIn({ name: "Ann" }), await api.signIn({ name: "Bob" })];
    const { sid, slug } = await make();
    const elsewhere = await make();
    await be(ann, sid);
    const page = await look(bob, slug, sid);
    await expect.poll(() => namesOf(page)).toEqual(["Ann"]);
    await be(bob, sid);
    await be(ann, sid, "tab00001", HAND);
    await be(ann, elsewhere.sid, "tab00001");
    await expect
      .poll(() => page.people)
      .toEqual([
        { sid: ann.user.sid, name: "Ann", hands: [HAND] },
        { sid: bob.user.sid, name: "Bob", hands: [] },
      ]);
    await ann.rpc.live.leave.mutate({ imageSid: sid, tab: "tab00001" });
    await expect.poll(() => page.people?.[0]?.hands).toEqual([]);
    await ann.rpc.live.leave.mutate({ imageSid: sid, tab: "tab00000" });
    await expect.poll(() => namesOf(page)).toEqual(["Bob"]);
  });

  it("an unchanged heartbeat is not sent to others and writes nothing", async () => {
    const [ann, bob] = [await api.signIn(), await api.signIn()];
    const { sid, slug } = await make();
    await be(ann, sid, "tab00000", HAND);
    const page = await look(bob, slug, sid);
    await expect.poll(() => page.people?.length).toBe(1);
    const before = page.messageCount;
    api.database.statements.length = 0;
    for (let beat = 0; beat < 5; beat += 1) await be(ann, sid, "tab00000", HAND);
    expect(api.database.statements.filter((statement) => /insert|update|delete/i.test(statement))).toEqual([]);
    await be(bob, sid);
    await expect.poll(() => page.people?.length).toBe(2);
    expect(page.messageCount).toBe(before + 1);
  });

  it("a closed page disappears at once, unless its stream only reconnected", async () => {
    const [ann, bob] = [await api.signIn({ name: "Ann" }), await api.signIn({ name: "Bob" })];
    const { sid, slug } = await make();
    const page = await look(bob, slug, sid);
    const [first, second] = [await look(ann, slug, sid, "tab00000"), await look(ann, slug, sid, "tab00000")];
    await be(ann, sid);
    await expect.poll(() => namesOf(page)).toEqual(["Ann"]);
    first.shut();
    await be(bob, sid);
    await expect.poll(() => namesOf(page)).toEqual(["Ann", "Bob"]);
    second.shut();
    await expect.poll(() => namesOf(page)).toEqual(["Bob"]);
  });

  it("ignores an announcement of a client that has disconnected", async () => {
    const [ann, bob] = [await api.signIn({ name: "Ann" }), await api.signIn({ name: "Bob" })];
    const { sid } = await make();
    const asked = once(api.app.server, "request");
    const saying = request(`${origin}/trpc/live.beHere`, {
      method: "POST",
      agent: false,
      headers: { ...ann.headers, "content-type": "application/json" },
    });
    saying.on("error", () => undefined);
    saying.end(JSON.stringify({ imageSid: sid, tab: "tab00000", hand: null }));
    await asked;
    saying.destroy();
    await be(bob, sid);
    await expect.poll(() => api.services.presence.people(sid).map(({ name }) => name)).toContain("Bob");
    expect(api.services.presence.people(sid).map(({ name }) => name)).toEqual(["Bob"]);
  });

  it("is known to every process, and expires without heartbeats", async () => {
    const ann = await api.signIn({ name: "Ann" });
    const { sid } = await make();
    const [other, brief] = [await makeOther(), await makeOther({ presentForMs: 100, sweepMs: 20 })];
    const messages: string[][] = [];
    onTestFinished(brief.subscribe(sid, (people) => messages.push(people.map(({ name }) => name))));
    await be(ann, sid);
    await expect.poll(() => other.people(sid).map(({ name }) => name)).toEqual(["Ann"]);
    await expect.poll(() => messages.at(-1)).toEqual([]);
    expect(brief.people(sid)).toEqual([]);
  });

  it("needs a session, and an image of that event, which the user may see", async () => {
    const person = await api.signIn();
    const [open, hidden] = [await make(), await make({ status: "preview" })];
    expect(await codeOf(be({ rpc: api.anonymous }, open.sid))).toBe("UNAUTHORIZED");
    expect(await codeOf(be(person, hidden.sid))).toBe("NOT_FOUND");
    expect(await codeOf(be(person, "a".repeat(24)))).toBe("NOT_FOUND");
    expect(await codeOf(be(person, open.sid, "no tab!"))).toBe("BAD_REQUEST");
    expect(await codeOf(be(person, open.sid, "tab00000", { ...HAND, index: -1 }))).toBe("BAD_REQUEST");
    for (const [slug, image] of [
      [open.slug, hidden.sid],
      [hidden.slug, hidden.sid],
      [open.slug, "no-image"],
    ] as const) {
      expect((await look(person, slug, image)).status).toBe(404);
    }
  });

  it("a departure affects only the person's own tabs", async () => {
    const [ann, bob] = [await api.signIn({ name: "Ann" }), await api.signIn({ name: "Bob" })];
    const { sid } = await make();
    await be(ann, sid);
    await be(bob, sid);
    await bob.rpc.live.leave.mutate({ imageSid: sid, tab: "tab00000" });
    await expect.poll(() => api.services.presence.people(sid).map(({ name }) => name)).toEqual(["Ann"]);
  });

  it("the list of images for previous and next marks those that others have open", async () => {
    const [ann, bob] = [await api.signIn(), await api.signIn()];
    const event = await makeProject(api.database.db);
    const row = { projectSid: event.sid, status: "processed" } as const;
    const { sid } = await makeImage(api.database.db, row);
    await makeImage(api.database.db, row);
    const taken = async ({ rpc }: Caller) => (await rpc.image.listProjectImageSids.query({ slug: event.slug })).taken;
    await be(ann, sid);
    await expect.poll(() => taken(bob)).toEqual([sid]);
    expect(await taken(ann)).toEqual([]);
  });

  it("a hundred people on one image: every page gets all of them in few messages", async () => {
    const { sid, slug } = await make();
    const people = await Promise.all(Array.from({ length: 100 }, () => api.signIn()));
    const page = await look(people[0] as Caller, slug, sid); // the list has a hundred entries
    await Promise.all(people.map((one, index) => be(one, sid, "tab00000", { ...HAND, index })));
    await expect.poll(() => page.people?.length).toBe(100);
    expect(page.messageCount).toBeLessThan(40);
  });
});
