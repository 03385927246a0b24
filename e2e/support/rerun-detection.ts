import { type Page, expect } from "@playwright/test";
import { fetchImage, mutate } from "./api.ts";

type Thresholds = { codeConfidenceThreshold: number; quantityConfidenceThreshold: number };

/** Runs the detection again with other thresholds, so that a test controls which values are doubtful. */
export async function rerunDetection(page: Page, slug: string, sid: string, options: Thresholds): Promise<void> {
  const before = (await fetchImage(page, slug, sid)).detections[0];
  await mutate(page, "image.runImageDetection", { sid, modelSid: before?.model.sid, options });
  const now = async (): Promise<string | undefined> => (await fetchImage(page, slug, sid)).detections[0]?.sid;
  await expect.poll(now, { timeout: 60_000 }).not.toBe(before?.sid);
}
