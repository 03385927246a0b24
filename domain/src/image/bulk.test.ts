import { describe, expect, it } from "vitest";
import { type DetectionStatus, DETECTION_STATUSES } from "../detection/image-detection.ts";
import { PROJECT_STATUSES } from "../project/project.ts";
import { results, sticker } from "../testing/factories.ts";
import { pairs, reasonOf } from "../testing/matrix.ts";
import { detectionToValidate, groupRefusals, stillApproved, unchangedSince } from "./bulk.ts";
import { representativeDetection } from "./derive.ts";
import { IMAGE_STATUSES } from "./image.ts";

const OPEN = { status: "active", isArchived: false } as const;
const INVALID = sticker({ code: "12" });
let made = 0;
/** Each is newer than the one before. */
function detection(status: DetectionStatus, given = results(sticker())) {
  made += 1;
  const inferredAt = new Date(Date.UTC(2026, 10, 21, 5, 0, made));
  const isFrozen = status === "validated" || status === "selected";
  return { sid: `d${made}`, status, inferredAt, validatedAt: isFrozen ? inferredAt : null, results: given };
}

describe("S4.15 the detection that a bulk validation validates", () => {
  it("is the latest one if all of its results are valid", () => {
    const [old, discarded] = [detection("inferred"), detection("discarded")];
    const latest = detection("patched");
    expect(detectionToValidate({ status: "pending", detections: [latest, old, discarded] }, OPEN)).toEqual({
      ok: true,
      value: latest,
    });
  });
  it.each([
    ["inferred", results(sticker(), INVALID), "1 result is still invalid: correct or discard them first."],
    ["drafted", results(INVALID, INVALID), "2 results are still invalid: correct or discard them first."],
    ["inferred", [], "Nothing was found on this image: draw its shelf or labels, or reject the image."],
  ] as const)("refuses a %s detection with doubtful results", (status, given, reason) => {
    const image = { status: "processed" as const, detections: [detection(status, [...given])] };
    expect(reasonOf(detectionToValidate(image, OPEN))).toBe(reason);
  });
  it("accepts an image whose results were all discarded by a user", () => {
    const discarded = results(sticker());
    for (const one of discarded) one.discarded = true;
    expect(detectionToValidate({ status: "pending", detections: [detection("patched", discarded)] }, OPEN).ok).toBe(
      true,
    );
  });
  it("refuses an image without a detection", () => {
    const reason = "No model has processed this image yet.";
    expect(reasonOf(detectionToValidate({ status: "uploaded", detections: [] }, OPEN))).toBe(reason);
    const deleted = [detection("discarded")];
    expect(reasonOf(detectionToValidate({ status: "uploaded", detections: deleted }, OPEN))).toBe(reason);
  });
  it.each(pairs(PROJECT_STATUSES, IMAGE_STATUSES))("event %s, image %s", (project, status) => {
    const isOpen = project === "active" || project === "preview";
    const outcome = detectionToValidate(
      { status, detections: [detection("inferred")] },
      { status: project, isArchived: project === "archived" },
    );
    expect(outcome.ok).toBe(isOpen && status !== "approved" && status !== "rejected");
  });
});

it.each([
  ["rejected", "This image is rejected: recover it first."],
  ["approved", "This image is already approved."],
] as const)("S4.15 does not validate an image that is %s and gives the reason", (status, reason) => {
  expect(reasonOf(detectionToValidate({ status, detections: [detection("inferred")] }, OPEN))).toBe(reason);
});

describe("the representative detection", () => {
  it.each(DETECTION_STATUSES)("%s", (status) => {
    const one = detection(status);
    expect(representativeDetection([one])).toBe(status === "discarded" ? null : one);
  });
  it("is the selected one, else the newest validated one, else the latest", () => {
    const [selected, validated] = [detection("selected"), detection("validated")];
    const [younger, latest] = [detection("validated"), detection("inferred")];
    expect(representativeDetection([latest, validated, younger, selected])).toBe(selected);
    expect(representativeDetection([latest, validated, younger])).toBe(younger);
    expect(representativeDetection([detection("drafted"), latest])).not.toBe(latest);
  });
});

it("an image is unchanged while its status date is the same", () => {
  const image = { statusDate: new Date("2026-11-21T05:40:00.123Z") };
  expect(unchangedSince(image, undefined).ok).toBe(true);
  expect(unchangedSince(image, "2026-11-21T05:40:00.123Z").ok).toBe(true);
  expect(unchangedSince(image, "2026-11-21T06:40:00.123+01:00").ok).toBe(true);
  expect(reasonOf(unchangedSince(image, "2026-11-21T05:40:00.122Z"))).toBe("Its status has changed since then.");
});

it.each(IMAGE_STATUSES)("a validation is undone only while the image is approved: %s", (status) => {
  const image = { status, statusDate: new Date("2026-11-21T05:40:00.123Z") };
  expect(stillApproved(image, "2026-11-21T05:40:00.123Z").ok).toBe(status === "approved");
  expect(stillApproved(image, "2026-11-21T05:39:00.000Z").ok).toBe(false);
});

it("groups refusals by reason, most frequent first", () => {
  const refused = [
    { sid: "1", name: "a.jpg", reason: "Rejected." },
    { sid: "2", name: "b.jpg", reason: "Doubtful." },
    { sid: "3", name: null, reason: "Doubtful." },
  ];
  expect(groupRefusals(refused)).toEqual([
    { reason: "Doubtful.", names: ["b.jpg", "a deleted image"] },
    { reason: "Rejected.", names: ["a.jpg"] },
  ]);
});
