import type { DetectionFailure } from "@precount/domain";
import { expect, test } from "vitest";
import { failureNotice } from "./failure-notice.ts";

const failure = (imageName: string, reason: string, retryable = true): DetectionFailure => ({
  jobId: "job",
  imageSid: "image",
  imageName,
  reason,
  retryable,
});

test("S8.03 a failed detection is named with its reason and can be retried", () => {
  expect(failureNotice([failure("a.jpg", "It crashed.")])).toEqual({
    title: "Detection failed: a.jpg",
    text: "It crashed.",
    retry: "one",
  });
});

test("S8.03 a failure that users may not retry has no Retry", () => {
  expect(failureNotice([failure("a.jpg", "The file is missing.", false)]).retry).toBe("none");
});

test("S8.03 several failed detections share a notice with the latest reason", () => {
  const failures = [failure("a.jpg", "It crashed."), failure("b.jpg", "The file is missing.", false)] as const;
  expect(failureNotice([...failures])).toEqual({
    title: "2 detections failed",
    text: "b.jpg: The file is missing.",
    retry: "all",
  });
  expect(failureNotice([failures[1], failures[1]]).retry).toBe("none");
});
