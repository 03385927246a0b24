import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type PhotoEvent,
  type QueuedPhoto,
  photoFileName,
  compareByTakenAt,
  isExpired,
  queueStatus,
  reducePhoto,
} from "./queued-photo.ts";
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

it("sorts photos by the time they were taken", () => {
  const photos = [
    queuedPhoto("b", { takenAtMs: 2 }),
    queuedPhoto("c", { takenAtMs: 3 }),
    queuedPhoto("a", { takenAtMs: 1 }),
  ];
  expect(photos.toSorted(compareByTakenAt).map(({ key }) => key)).toEqual(["a", "b", "c"]);
});

describe("the queue status", () => {
  it.each([
    [many(3), "offline", 0, "3 waiting · offline"],
    [many(3), "signed-out", 0, "3 waiting · signed out"],
    [many(6), "online", 1, "Sending 2 of 7"],
    [[...many(2), ...many(1, { state: "refused" })], "online", 0, "1 refused"],
    [many(1, { state: "asked" }), "online", 0, "1 to decide"],
    [many(4, { state: "sent" }), "online", 0, "All sent"],
    [[], "offline", 0, "Nothing waiting · offline"],
  ] as const)("%#: %s", (photos, connection, sentInARow, text) => {
    expect(queueStatus(photos, connection, sentInARow).text).toBe(text);
  });
});

it("does not change a sent photo by any event", () => {
  const event: fc.Arbitrary<PhotoEvent> = fc.oneof(
    fc.record({ type: fc.constantFrom("use" as const, "retry" as const), nowMs: fc.nat() }),
    fc.record({ type: fc.constant("refused" as const), message: fc.string(), isByEvent: fc.boolean() }),
    fc.record({ type: fc.constant("sent" as const), imageSid: fc.string(), nowMs: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(event), (events) => {
      const sent = reducePhoto(queuedPhoto("a"), { type: "sent", imageSid: "first", nowMs: 0 });
      expect(events.reduce(reducePhoto, sent)).toEqual(sent);
    }),
  );
});

describe("the delivery of a photo", () => {
  it.each([
    ["is sent when the server has the same bytes", taken("f0"), { is: "sent", imageSid: "i" }],
    ["is sent when the server had the bytes already", taken("f0", true), { is: "sent", imageSid: "i" }],
    ["is unreachable without an answer", { kind: "lost" as const }, { is: "unreachable" }],
    ["is unreachable when a proxy answers 502", answered(502, {}), { is: "unreachable" }],
    [
      "is unreachable when the server answers 503",
      answered(503, { code: "SERVICE_UNAVAILABLE", message: "Full" }),
      { is: "unreachable" },
    ],
    ["is signed out at status 401", answered(401, {}), { is: "signed-out" }],
    [
      "is refused at status 412",
      answered(412, { code: "PRECONDITION_FAILED", message: "This event is completed." }),
      { is: "refused", message: "This event is completed.", isByEvent: true },
    ],
    [
      "is refused for its own sake at status 400",
      answered(400, { code: "BAD_REQUEST", message: "This is not a photo." }),
      { is: "refused", message: "This is not a photo.", isByEvent: false },
    ],
  ])("%s", (_what, outcome, verdict) => {
    expect(toPhotoDelivery(outcome, "f0")).toEqual(verdict);
  });

  it("is refused when the server received other bytes", () => {
    expect(toPhotoDelivery(taken("f1"), "f0").is).toBe("refused");
    expect(toPhotoDelivery(taken("f1"), null).is).toBe("sent");
  });
});

it("keeps a sent photo in the list for a day after it was sent, however old its file is", () => {
  const dayMs = 24 * 3_600_000;
  const fromLibrary = queuedPhoto("a", { takenAtMs: 0 });
  expect(isExpired(fromLibrary, 100 * dayMs)).toBe(false);
  const sent = reducePhoto(fromLibrary, { type: "sent", imageSid: "i", nowMs: 50 * dayMs });
  expect(isExpired(sent, 51 * dayMs)).toBe(false);
  expect(isExpired(sent, 51 * dayMs + 1)).toBe(true);
});

it("measures from the end of the time for undo if an older version of the app sent the photo", () => {
  const dayMs = 24 * 3_600_000;
  const sent = queuedPhoto("a", { state: "sent", takenAtMs: 0, leavesAtMs: 50 * dayMs });
  expect(isExpired(sent, 51 * dayMs)).toBe(false);
  expect(isExpired(sent, 51 * dayMs + 1)).toBe(true);
});

it("names a photo as cameras do", () => {
  expect(photoFileName(new Date(2026, 10, 2, 8, 2, 3, 45))).toBe("20261102_080203_045.jpg");
});
