import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { QueuedPhoto } from "./queued-photo.ts";
import { PhotoQueue } from "./photo-queue.ts";
import { inMemory } from "./photo-store.ts";
import type { PhotoDelivery } from "./deliver-photo.ts";
import { queuedPhoto } from "./testing.ts";

/** A page's events, of which Node has none: only that somebody listens. */
const page = new EventTarget();
const PLACES = { document: page, addEventListener: () => undefined, removeEventListener: () => undefined };
beforeEach(() => void Object.assign(globalThis, PLACES));
afterEach(() => {
  for (const name of Object.keys(PLACES)) Reflect.deleteProperty(globalThis, name);
});

/** An outbox whose server answers with `verdicts`, one after the other, and then takes everything. */
function outboxWith(verdicts: PhotoDelivery[], isTheirs: boolean | null = true) {
  const sent: string[] = [];
  const outbox = new PhotoQueue("me", {
    store: Promise.resolve(inMemory()),
    send: async ({ key }) => {
      sent.push(key);
      return verdicts.shift() ?? { is: "sent", imageSid: `image-${key}` };
    },
    isTheirs: async () => isTheirs,
    onSent: () => undefined,
  });
  const until = (holds: (photos: readonly QueuedPhoto[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (holds(outbox.view().photos)) resolve();
      };
      outbox.subscribe(look);
      look();
    });
  return { outbox, sent, until };
}
const bytes = new Blob(["photo"]);

describe("a device's photos", () => {
  it("leave one after the other, as they were taken, and their bytes go only then", async () => {
    const { outbox, sent, until } = outboxWith([]);
    for (const key of ["c", "a", "b"]) {
      // oxlint-disable-next-line no-await-in-loop -- one is taken after the other
      await outbox.add(queuedPhoto(key, { takenAtMs: key.charCodeAt(0) }), bytes, null);
    }
    expect(await outbox.bytes("a")).not.toBeNull();
    const close = outbox.open();
    await until((photos) => photos.length === 3 && photos.every(({ state }) => state === "sent"));
    expect(sent).toEqual(["a", "b", "c"]);
    expect(await outbox.bytes("a")).toBeNull();
    close();
  });

  it("one that is refused stays with its reason and keeps nobody waiting", async () => {
    const { outbox, until } = outboxWith([{ is: "refused", message: "This event is completed." }]);
    const close = outbox.open();
    await outbox.add(queuedPhoto("a", { takenAtMs: 1 }), bytes, null);
    await outbox.add(queuedPhoto("b", { takenAtMs: 2 }), bytes, null);
    await until((photos) => photos.map(({ state }) => state).join() === "refused,sent");
    expect(outbox.view().photos[0]).toMatchObject({ message: "This event is completed." });
    expect(await outbox.bytes("a")).not.toBeNull();
    await outbox.say("a", { type: "retry", nowMs: 0 });
    await until((photos) => photos.every(({ state }) => state === "sent"));
    close();
  });

  it("wait while the server cannot be reached, and leave when somebody says so", async () => {
    const { outbox, sent, until } = outboxWith([{ is: "unreachable" }]);
    const close = outbox.open();
    await outbox.add(queuedPhoto("a"), bytes, null);
    await until(() => outbox.view().connection === "offline");
    expect(outbox.view().words.text).toBe("1 waiting · offline");
    outbox.resume();
    await until((photos) => photos[0]?.state === "sent");
    expect(sent).toEqual(["a", "a"]);
    close();
  });

  it("are never sent in somebody else's name", async () => {
    const { outbox, sent, until } = outboxWith([], false);
    const close = outbox.open();
    await outbox.add(queuedPhoto("a"), bytes, null);
    await until(() => outbox.view().connection === "signed-out");
    expect(sent).toEqual([]);
    close();
  });

  it("can be taken back until they have left", async () => {
    const { outbox, until } = outboxWith([]);
    const close = outbox.open();
    await outbox.add(queuedPhoto("a", { leavesAtMs: Date.now() + 60_000 }), bytes, null);
    expect(await outbox.remove("a")).toBe(true);
    await outbox.add(queuedPhoto("b"), bytes, null);
    await until((photos) => photos[0]?.state === "sent");
    expect(await outbox.remove("b")).toBe(false);
    close();
  });
});
