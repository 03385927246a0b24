import { type Page, expect } from "@playwright/test";
import { fetchImage, mutate } from "./rpc.ts";

type Thresholds = { codeConfidenceThreshold: number; quantityConfidenceThreshold: number };

/** Has a photo looked at once more, with other thresholds: what the samples' detections doubt is for a test to choose. */
export async function detectAgain(page: Page, slug: string, sid: string, options: Thresholds): Promise<void> {
  const before = (await fetchImage(page, slug, sid)).detections[0];
  await mutate(page, "image.runImageDetection", { sid, modelSid: before?.model.sid, options });
  const now = async (): Promise<string | undefined> => (await fetchImage(page, slug, sid)).detections[0]?.sid;
  await expect.poll(now, { timeout: 60_000 }).not.toBe(before?.sid);
}
