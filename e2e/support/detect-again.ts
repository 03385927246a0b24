import { type Page, expect } from "@playwright/test";
import { fetchImage } from "./rpc.ts";

type Thresholds = { codeConfidenceThreshold: number; quantityConfidenceThreshold: number };

/** Has a photo looked at once more, with other thresholds: what the samples' detections doubt is for a test to choose. */
export async function detectAgain(page: Page, slug: string, sid: string, options: Thresholds): Promise<void> {
  const session = await page.evaluate(() => localStorage.getItem("session"));
  const before = (await fetchImage(page, slug, sid)).detections[0];
  const response = await page.request.post("/trpc/image.runImageDetection", {
    headers: { "x-session-id": session ?? "" },
    data: { sid, modelSid: before?.model.sid, options },
  });
  expect(response.status(), (await response.text()).slice(0, 500)).toBe(200);
  const now = async (): Promise<string | undefined> => (await fetchImage(page, slug, sid)).detections[0]?.sid;
  await expect.poll(now, { timeout: 60_000 }).not.toBe(before?.sid);
}
