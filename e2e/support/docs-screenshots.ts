import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type Page, expect } from "@playwright/test";

/** Output folder, set by `script/update-docs-screenshots`; without it no screenshots are taken. */
const FOLDER = process.env["PICTURES"] ?? "";

/** Takes a screenshot for the documentation, as WebP: a third of the size of a PNG with a photo. */
export async function takeDocsScreenshot(
  page: Page,
  name: string,
  size?: { width: number; height: number },
): Promise<void> {
  if (FOLDER === "") return;
  // Wait until notifications are gone, because they cover the page.
  await expect(page.locator(".ant-message-notice, .ant-notification-notice")).toHaveCount(0);
  const usual = page.viewportSize();
  if (size) await page.setViewportSize(size);
  const png = await page.screenshot({ animations: "disabled" });
  if (size && usual) await page.setViewportSize(usual);
  // The page's Content-Security-Policy blocks drawing the image here, so another page converts it.
  const canvas = await page.context().newPage();
  const webp = await canvas.evaluate(async (base64) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
    const surface = new OffscreenCanvas(bitmap.width, bitmap.height);
    surface.getContext("2d")?.drawImage(bitmap, 0, 0);
    const blob = await surface.convertToBlob({ type: "image/webp", quality: 0.82 });
    return Array.from(new Uint8Array(await blob.arrayBuffer()));
  }, png.toString("base64"));
  await canvas.close();
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(webp));
}
