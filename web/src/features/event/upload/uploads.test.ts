import { describe, expect, it } from "vitest";
import { FROZEN_PAGE, settle } from "../../../shared/durable-queue/testing.ts";
import type { SendOutcome, sendUpload } from "./send-upload.ts";
import { type Upload, summarizeUploads } from "./upload.ts";
import { MAX_SENDING, Uploads, isAnyOpen } from "./uploads.ts";

const photos = (...names: string[]): File[] => names.map((name) => new File(["photo"], name));
/** Uploads whose requests the test answers: the open ones by file name, with their destination. */
function answeredByTest() {
  const requests = new Map<string, { to: string; answer: (outcome: SendOutcome) => Promise<void> }>();
  const send: typeof sendUpload = ({ slug, area }, file) => {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    const answer = async (outcome: SendOutcome): Promise<void> => {
      requests.delete(file.name);
      resolve(outcome);
      await settle();
    };
    requests.set(file.name, { to: `${slug} ${area ?? "–"}`, answer });
    return { outcome: promise, abort: () => void answer({ ok: false, error: "Canceled" }) };
  };
  const uploads = new Uploads(send, FROZEN_PAGE);
  const named = (name: string): Upload[] => [...uploads.all().values()].flat().filter((one) => one.name === name);
  const openRequests = (): string[] => [...requests].map(([name, { to }]) => `${name} ${to}`);
  return { requests, uploads, named, openRequests };
}
const ARRIVED = { ok: true, duplicate: null } as const;

describe("uploads", () => {
  it("show the name that the event's list will show, without bidirectional characters", () => {
    const { uploads } = answeredByTest();
    uploads.add("spring", null, photos("shelf \u202Egpj.exe.jpg"));
    expect(uploads.of("spring")).toMatchObject([{ name: "shelf gpj.exe.jpg" }]);
  });

  it("of two events share the limit, and the next one starts when one is done", async () => {
    const { requests, uploads, openRequests } = answeredByTest();
    uploads.add("spring", 7, photos("a", "b"));
    uploads.add("autumn", null, photos("c", "d"));
    await settle();
    expect(requests.size).toBe(MAX_SENDING);
    expect(openRequests()).toEqual(["a spring 7", "b spring 7", "c autumn –"]);
    await requests.get("a")?.answer(ARRIVED);
    expect([...requests.keys()]).toEqual(["b", "c", "d"]);
    expect(summarizeUploads(uploads.of("spring"))).toMatchObject({ total: 2, done: 1, open: 1 });
    expect(summarizeUploads(uploads.of("autumn"))).toMatchObject({ total: 2, done: 0, open: 2 });
  });

  it("keep their area when they are retried", async () => {
    const { requests, uploads, named, openRequests } = answeredByTest();
    uploads.add("spring", 7, photos("a"));
    uploads.add("spring", 8, photos("b"));
    await settle();
    await requests.get("a")?.answer({ ok: false, error: "cut" });
    expect(named("a")).toMatchObject([{ status: "failed", error: "cut" }]);
    uploads.retry(named("a"));
    await settle();
    expect(openRequests()).toEqual(["b spring 8", "a spring 7"]);
  });

  it("make room for the next when they are cancelled, and start again only on request", async () => {
    const { requests, uploads, named } = answeredByTest();
    uploads.add("spring", null, photos("a", "b", "c", "d"));
    await settle();
    uploads.cancel(named("b"));
    await settle();
    expect([...requests.keys()]).toEqual(["a", "c", "d"]);
    expect(named("b")).toMatchObject([{ status: "cancelled" }]);
    expect(isAnyOpen(uploads.all())).toBe(true);
    uploads.retry(named("b"));
    await requests.get("a")?.answer(ARRIVED);
    expect([...requests.keys()]).toEqual(["c", "d", "b"]);
  });

  it("that are too large fail without being sent", async () => {
    const { requests, uploads, named } = answeredByTest();
    const [file] = photos("huge");
    Object.defineProperty(file, "size", { value: 1e9 });
    uploads.add("spring", null, file ? [file] : []);
    await settle();
    expect(requests.size).toBe(0);
    expect(named("huge")).toMatchObject([{ status: "failed", error: expect.stringContaining("larger than") }]);
  });

  it("all stop, and nothing of them is left", async () => {
    const { requests, uploads } = answeredByTest();
    uploads.add("spring", null, photos("a", "b", "c", "d"));
    await settle();
    uploads.stopAll();
    await settle();
    expect([requests.size, uploads.all().size, isAnyOpen(uploads.all())]).toEqual([0, 0, false]);
  });
});
