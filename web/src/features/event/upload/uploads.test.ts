import { describe, expect, it } from "vitest";
import type { SendOutcome, sendPhoto } from "./send-photo.ts";
import { MAX_SENDING, summarizeUploads } from "./upload-queue.ts";
import { Uploads, isAnyOpen } from "./uploads.ts";

const photos = (...names: string[]): File[] => names.map((name) => new File(["photo"], name));

/** A line that is answered by hand: what is on its way, by name, and where it goes. */
function byHand() {
  const onTheWay = new Map<string, { to: string; answer: (outcome: SendOutcome) => Promise<void> }>();
  const send: typeof sendPhoto = ({ slug, area }, file) => {
    const { promise, resolve } = Promise.withResolvers<SendOutcome>();
    const answer = async (outcome: SendOutcome): Promise<void> => {
      onTheWay.delete(file.name);
      resolve(outcome);
      await promise;
    };
    onTheWay.set(file.name, { to: `${slug} ${area ?? "–"}`, answer });
    return { outcome: promise, abort: () => void answer({ ok: false, error: "Cancelled" }) };
  };
  return { onTheWay, uploads: new Uploads(send) };
}
const ARRIVED = { ok: true, isDuplicate: false } as const;

describe("uploads", () => {
  it("of two events share the line: as many at once as of one, and the next when one has arrived", async () => {
    const { onTheWay, uploads } = byHand();
    uploads.add("spring", 7, photos("a", "b"));
    uploads.add("autumn", null, photos("c", "d"));
    expect([...onTheWay]).toHaveLength(MAX_SENDING);
    expect([...onTheWay].map(([name, { to }]) => `${name} ${to}`)).toEqual(["a spring 7", "b spring 7", "c autumn –"]);
    await onTheWay.get("a")?.answer(ARRIVED);
    expect([...onTheWay.keys()]).toEqual(["b", "c", "d"]);
    expect(summarizeUploads(uploads.of("spring"))).toMatchObject({ total: 2, done: 1, open: 1 });
    expect(summarizeUploads(uploads.of("autumn"))).toMatchObject({ total: 2, done: 0, open: 2 });
  });

  it("keep the area that they were dropped for, also when they are tried again", async () => {
    const { onTheWay, uploads } = byHand();
    uploads.add("spring", 7, photos("a"));
    uploads.add("spring", 8, photos("b"));
    await onTheWay.get("a")?.answer({ ok: false, error: "cut" });
    uploads.dispatch("spring", { type: "retry", id: 1 });
    expect([...onTheWay].map(([name, { to }]) => `${name} ${to}`)).toEqual(["b spring 8", "a spring 7"]);
  });

  it("that are cancelled leave the line to the next", async () => {
    const { onTheWay, uploads } = byHand();
    uploads.add("spring", null, photos("a", "b", "c", "d"));
    uploads.dispatch("spring", { type: "cancel", id: 2 });
    await Promise.resolve();
    expect([...onTheWay.keys()]).toEqual(["a", "c", "d"]);
    expect(isAnyOpen(uploads.all())).toBe(true);
  });

  it("of a person who has logged out are stopped, and nobody is told of them", async () => {
    const { onTheWay, uploads } = byHand();
    uploads.add("spring", null, photos("a", "b", "c", "d"));
    uploads.forget();
    await Promise.resolve();
    expect([onTheWay.size, uploads.all().size, isAnyOpen(uploads.all())]).toEqual([0, 0, false]);
  });
});
