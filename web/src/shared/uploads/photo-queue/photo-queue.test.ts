import { describe, expect, it } from "vitest";
import { FROZEN_PAGE } from "../../durable-queue/testing.ts";
import type { PhotoDelivery } from "./deliver-photo.ts";
import { PhotoQueue } from "./photo-queue.ts";
import { memoryPhotoStore } from "./photo-store.ts";
import type { QueuedPhoto } from "./queued-photo.ts";
import { queuedPhoto } from "./testing.ts";

/** A queue whose server answers with `answers`, one after the other, and then takes everything. */
function queueWith(answers: PhotoDelivery[], isSessionOwn: boolean | null = true) {
  const sent: string[] = [];
  const queue = new PhotoQueue("me", {
    store: Promise.resolve(memoryPhotoStore()),
    deliver: async ({ key }) => {
      sent.push(key);
      return answers.shift() ?? { is: "sent", imageSid: `image-${key}` };
    },
    isSessionOwn: async () => isSessionOwn,
    onSent: () => undefined,
    page: FROZEN_PAGE,
  });
  const until = (holds: (photos: readonly QueuedPhoto[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (holds(queue.view().photos)) resolve();
      };
      queue.subscribe(look);
      look();
    });
  return { queue, sent, until };
}
const bytes = new Blob(["photo"]);

describe("a photo queue", () => {
  it("sends photos in the order they were taken, and deletes their bytes only then", async () => {
    const { queue, sent, until } = queueWith([]);
    for (const key of ["c", "a", "b"]) {
      // oxlint-disable-next-line no-await-in-loop -- one is taken after the other
      await queue.add(queuedPhoto(key, { takenAtMs: key.charCodeAt(0) }), bytes, null);
    }
    expect(await queue.bytes("a")).not.toBeNull();
    queue.open();
    await until((photos) => photos.length === 3 && photos.every(({ state }) => state === "sent"));
    expect(sent).toEqual(["a", "b", "c"]);
    expect(await queue.bytes("a")).toBeNull();
  });

  it("keeps a refused photo with its reason and goes on with the next", async () => {
    const { queue, until } = queueWith([{ is: "refused", message: "This event is completed.", isByEvent: true }]);
    queue.open();
    await queue.add(queuedPhoto("a", { takenAtMs: 1 }), bytes, null);
    await queue.add(queuedPhoto("b", { takenAtMs: 2 }), bytes, null);
    await until((photos) => photos.map(({ state }) => state).join() === "refused,sent");
    expect(queue.view().photos[0]).toMatchObject({ message: "This event is completed." });
    expect(await queue.bytes("a")).not.toBeNull();
    await queue.change("a", { type: "retry", nowMs: 0 });
    await until((photos) => photos.every(({ state }) => state === "sent"));
  });

  it("sends all refused photos again, and no photo that the person has not decided about", async () => {
    const completed: PhotoDelivery = { is: "refused", message: "This event is completed.", isByEvent: true };
    const { queue, sent, until } = queueWith([completed, completed]);
    queue.open();
    await queue.add(queuedPhoto("a", { takenAtMs: 1 }), bytes, null);
    await queue.add(queuedPhoto("b", { takenAtMs: 2 }), bytes, null);
    await queue.add(queuedPhoto("c", { takenAtMs: 3, state: "asked" }), bytes, null);
    await until((photos) => photos.map(({ state }) => state).join() === "refused,refused,asked");
    await queue.retryRefused();
    await until((photos) => photos.map(({ state }) => state).join() === "sent,sent,asked");
    expect(sent).toEqual(["a", "b", "a", "b"]);
  });

  it("sends photos again that their reopened event refused, and no other refused photo", async () => {
    const { queue, sent, until } = queueWith([
      { is: "refused", message: "This event is completed.", isByEvent: true },
      { is: "refused", message: "This is not a photo.", isByEvent: false },
      { is: "refused", message: "This event is completed.", isByEvent: true },
    ]);
    queue.open();
    await queue.add(queuedPhoto("a", { takenAtMs: 1 }), bytes, null);
    await queue.add(queuedPhoto("b", { takenAtMs: 2 }), bytes, null);
    await queue.add(queuedPhoto("c", { takenAtMs: 3, slug: "autumn" }), bytes, null);
    await until((photos) => photos.map(({ state }) => state).join() === "refused,refused,refused");
    await queue.retryRefusedByEvent("spring");
    await until((photos) => photos.map(({ state }) => state).join() === "sent,refused,refused");
    expect(sent).toEqual(["a", "b", "c", "a"]);
  });

  it("waits while the server is unreachable and sends when resumed", async () => {
    const { queue, sent, until } = queueWith([{ is: "unreachable" }]);
    queue.open();
    await queue.add(queuedPhoto("a"), bytes, null);
    await until(() => queue.view().connection === "offline");
    expect(queue.view().status.text).toBe("1 waiting · offline");
    queue.resume();
    await until((photos) => photos[0]?.state === "sent");
    expect(sent).toEqual(["a", "a"]);
  });

  it("never sends a photo in another person's name", async () => {
    const { queue, sent, until } = queueWith([], false);
    queue.open();
    await queue.add(queuedPhoto("a"), bytes, null);
    await until(() => queue.view().connection === "signed-out");
    expect(sent).toEqual([]);
  });

  it("does not send a photo during the time for undo, and removes it until it is sent", async () => {
    const { queue, sent, until } = queueWith([]);
    queue.open();
    await queue.add(queuedPhoto("a", { leavesAtMs: 60_000 }), bytes, null);
    expect(await queue.remove("a")).toBe(true);
    await queue.add(queuedPhoto("b"), bytes, null);
    await until((photos) => photos[0]?.state === "sent");
    expect(sent).toEqual(["b"]);
    expect(await queue.remove("b")).toBe(false);
  });
});
