import { describe, expect, test } from "vitest";
import { allow } from "../common/outcome.ts";
import { DETECTION_STATUSES } from "../detection/image-detection.ts";
import { PROJECT_STATUSES } from "../project/project.ts";
import { pairs } from "../testing/matrix.ts";
import { type ImageAction, imageCan, imageTransitions } from "./can.ts";
import { deriveImageStatus, reportDetection } from "./derive.ts";
import { IMAGE_STATUSES, type ImageStatus } from "./image.ts";

const actions: readonly ImageAction[] = ["reject", "recover", "rotate", "detect", "edit", "delete"];

describe("S4.12 S4.13 event status × image status × action", () => {
  const edits: readonly ImageAction[] = ["rotate", "detect", "edit", "delete"];
  const ALLOWED: Readonly<Record<ImageStatus, readonly ImageAction[]>> = {
    uploaded: ["reject", ...edits],
    processed: ["reject", ...edits],
    pending: ["reject", ...edits],
    approved: ["reject"],
    rejected: ["recover", "rotate", "edit", "delete"],
    not_taken: edits,
  };
  test.each(pairs(PROJECT_STATUSES, pairs(IMAGE_STATUSES, actions)))("%s, %j", (status, [image, action]) => {
    const isOpen = status === "preview" || status === "active";
    const reason: unknown = expect.stringMatching(isOpen ? /^This image is / : /^This event is /);
    expect(imageCan[action]({ status: image }, { status, isArchived: status === "archived" })).toEqual(
      isOpen && ALLOWED[image].includes(action) ? allow : { ok: false, reason },
    );
  });
  test("the table of transitions", () => {
    expect(imageTransitions.reject.to).toBe("rejected");
    expect(imageTransitions.recover.to).toBe("uploaded");
  });
});

describe("S4.11 image status in the order of PD-13", () => {
  const open = DETECTION_STATUSES.filter((status) => !["validated", "selected", "discarded"].includes(status));

  test("is uploaded without detections or with deleted ones only", () => {
    expect(deriveImageStatus({ rejected: false, detections: [] })).toBe("uploaded");
    const detections = [{ status: "discarded" as const, allValid: true }];
    expect(deriveImageStatus({ rejected: false, detections })).toBe("uploaded");
  });
  test.each(open)("%s: processed, or pending if all results are valid", (status) => {
    const detections = [{ status, allValid: false }];
    expect(deriveImageStatus({ rejected: false, detections })).toBe("processed");
    const valid = [...detections, { status, allValid: true }];
    expect(deriveImageStatus({ rejected: false, detections: valid })).toBe("pending");
  });
  test.each(["validated", "selected"] as const)("%s: approved, regardless of other detections", (status) => {
    const detections = [...open.map((other) => ({ status: other, allValid: true })), { status, allValid: false }];
    expect(deriveImageStatus({ rejected: false, detections })).toBe("approved");
  });
  test.each(DETECTION_STATUSES)("rejected takes precedence over %s", (status) => {
    expect(deriveImageStatus({ rejected: true, detections: [{ status, allValid: true }] })).toBe("rejected");
  });
});

describe("PD-24: the detection in the report", () => {
  const old = { status: "validated" as const, validatedAt: "2026-11-21T05:00:00Z" };
  const young = { status: "validated" as const, validatedAt: new Date("2026-11-21T06:00:00Z") };
  const undated = { status: "validated" as const, validatedAt: null };
  const selected = { status: "selected" as const, validatedAt: "2026-11-20T05:00:00Z" };
  const patched = { status: "patched" as const, validatedAt: null };
  test("is the selected one, else the newest validated one, else none", () => {
    expect(reportDetection([undated, old, young, selected, patched])).toBe(selected);
    expect(reportDetection([patched, undated, old, young])).toBe(young);
    expect(reportDetection([patched])).toBeNull();
    expect(reportDetection([])).toBeNull();
  });
});
