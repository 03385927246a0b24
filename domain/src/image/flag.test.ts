import { describe, expect, it } from "vitest";
import { pairs } from "../testing/matrix.ts";
import { imageStats } from "../detection/derive.ts";
import { IMAGE_STATUSES, type ImageStatus } from "./image.ts";
import { JOB_STATES } from "./job.ts";
import { type PrimaryImageAction, imageHasFlag, primaryImageAction, shownValidPercent } from "./flag.ts";

const NONE = [null, ...JOB_STATES] as const;
const WITHOUT_STICKERS = imageStats([], []);
const stats = { ...WITHOUT_STICKERS, stickerPredictionsCount: 3 };
const image = (status: ImageStatus, state: (typeof NONE)[number] = null, belowThreshold = false) => ({
  status,
  belowThreshold,
  areaCode: null as string | null,
  stats,
  job: state === null ? null : { state },
});

describe("image flags", () => {
  it.each(pairs(IMAGE_STATUSES, NONE))(
    "image %s, latest job %s: failed until it is approved or rejected",
    (status, state) => {
      const isOpen = status !== "approved" && status !== "rejected";
      expect(imageHasFlag.failed(image(status, state))).toBe(isOpen && state === "failed");
    },
  );
  it.each(IMAGE_STATUSES)("PD-69: an image %s has no area until it is linked, unless it is rejected", (status) => {
    expect(imageHasFlag["no-area"](image(status))).toBe(status !== "rejected");
    expect(imageHasFlag["no-area"]({ ...image(status), areaCode: "7" })).toBe(false);
  });
  it("PD-12: `below` does not depend on the status", () => {
    for (const status of IMAGE_STATUSES) {
      expect(imageHasFlag.below(image(status, null, true))).toBe(true);
      expect(imageHasFlag.below(image(status, null, false))).toBe(false);
    }
  });
});

describe("S2.13 the primary action of an image in the list", () => {
  const ALONE: Readonly<Record<ImageStatus, PrimaryImageAction>> = {
    uploaded: "review",
    processed: "review",
    pending: "validate",
    approved: "review",
    rejected: "recover",
    not_taken: "review",
  };
  it.each(IMAGE_STATUSES)("%s", (status) => {
    expect(primaryImageAction(image(status))).toBe(ALONE[status]);
    const settled = status === "approved" || status === "rejected";
    expect(primaryImageAction(image(status, "failed"))).toBe(settled ? ALONE[status] : "retry");
  });
  it("reviews a pending image without stickers, unless a person has added one, and shows no percentage for it", () => {
    const empty = { ...image("pending"), stats: WITHOUT_STICKERS, validPercent: 100 };
    expect(primaryImageAction(empty)).toBe("review");
    expect(shownValidPercent(empty)).toBeNull();
    const added = { ...empty, stats: { ...WITHOUT_STICKERS, addedStickersCount: 1 } };
    expect(primaryImageAction(added)).toBe("validate");
    expect(shownValidPercent(added)).toBe(100);
  });
});
