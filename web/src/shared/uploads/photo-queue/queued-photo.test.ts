import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PhotoEvent, type QueuedPhoto, photoFileName, nextToLeave, queueStatus, reducePhoto } from "./queued-photo.ts";
import { toPhotoDelivery } from "./deliver-photo.ts";
import { queuedPhoto } from "./testing.ts";

const many = (count: number, more: Partial<QueuedPhoto> = {}): QueuedPhoto[] =>
  Array.from({ length: count }, (_, at) => queuedPhoto(`${more.state ?? ""}${at}`, more));
const answered = (status: number, body: unknown) => ({
  kind: "answered" as const,
  status,
  text: JSON.stringify(body),
});
const taken = (sha256: string, duplicate = false) =>
  answered(200, { images: [{ sid: "i", name: "a.jpg", sha256, duplicate }], errors: [] });

describe("what leaves next", () => {
  it("is the first that was taken, whatever order they are in", () => {
    const photos = [
      queuedPhoto("b", { takenAtMs: 2 }),
      queuedPhoto("c", { takenAtMs: 3 }),
      queuedPhoto("a", { takenAtMs: 1, state: "asked" }),
    ];
    expect(nextToLeave(photos, 100).photo?.key).toBe("b");
  });

  it("is nothing while it can be taken back, and it is said when that ends", () => {
    expect(nextToLeave([queuedPhoto("a", { leavesAtMs: 140 })], 100)).toEqual({ photo: null, waitMs: 40 });
    expect(nextToLeave([queuedPhoto("a", { state: "refused" })], 100)).toEqual({ photo: null, waitMs: null });
  });
});

describe("in words", () => {
  it.each([
    [many(3), "offline", 0, "3 waiting · offline"],
    [many(3), "signed-out", 0, "3 waiting · signed out"],
    [many(6), "online", 1, "Sending 2 of 7"],
    [[...many(2), ...many(1, { state: "refused" })], "online", 0, "1 not taken"],
    [many(1, { state: "asked" }), "online", 0, "1 to decide"],
    [many(4, { state: "sent" }), "online", 0, "All sent"],
    [[], "offline", 0, "Nothing waiting · offline"],
  ] as const)("%#: %s", (photos, connection, sentInARow, text) => {
    expect(queueStatus(photos, connection, sentInARow).text).toBe(text);
  });
});

it("what is sent stays sent, whatever another tab says afterwards", () => {
  const event: fc.Arbitrary<PhotoEvent> = fc.oneof(
    fc.record({ type: fc.constantFrom("use" as const, "retry" as const), nowMs: fc.nat() }),
    fc.record({ type: fc.constant("refused" as const), message: fc.string() }),
    fc.record({ type: fc.constant("sent" as const), imageSid: fc.string() }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const sent = reducePhoto(queuedPhoto("a"), { type: "sent", imageSid: "first" });
      expect(events.reduce(reducePhoto, sent)).toEqual(sent);
    }),
  );
});

describe("the server's answer", () => {
  it.each([
    ["has the same bytes", taken("f0"), { is: "sent", imageSid: "i" }],
    ["had them already", taken("f0", true), { is: "sent", imageSid: "i" }],
    ["never came", { kind: "lost" as const }, { is: "unreachable" }],
    ["is a proxy's", answered(502, {}), { is: "unreachable" }],
    ["is not now", answered(503, { code: "SERVICE_UNAVAILABLE", message: "Full" }), { is: "unreachable" }],
    ["is about the session", answered(401, {}), { is: "signed-out" }],
    [
      "is no",
      answered(412, { code: "PRECONDITION_FAILED", message: "This event is completed." }),
      { is: "refused", message: "This event is completed." },
    ],
  ])("%s", (_what, outcome, verdict) => {
    expect(toPhotoDelivery(outcome, "f0")).toEqual(verdict);
  });

  it("about other bytes than were sent is no acknowledgement", () => {
    expect(toPhotoDelivery(taken("f1"), "f0").is).toBe("refused");
    expect(toPhotoDelivery(taken("f1"), null).is).toBe("sent");
  });
});

it("names a shot as cameras do", () => {
  expect(photoFileName(new Date(2026, 10, 2, 8, 2, 3, 45))).toBe("20261102_080203_045.jpg");
});
