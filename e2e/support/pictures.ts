import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type Page, expect } from "@playwright/test";

/** Where `script/pictures` wants them; otherwise none are taken. */
const FOLDER = process.env["PICTURES"] ?? "";

/** A picture of the page for the repository's own pages, as WebP, which is a third of a PNG with a photo in it. */
export async function takePicture(page: Page, name: string, size?: { width: number; height: number }): Promise<void> {
  if (FOLDER === "") return;
  // By their classes, for no person looks for them: what was done is told until it is read, and stands over the rest.
  await expect(page.locator(".ant-message-notice, .ant-notification-notice")).toHaveCount(0);
  const usual = page.viewportSize();
  if (size) await page.setViewportSize(size);
  const png = await page.screenshot({ animations: "disabled" });
  if (size && usual) await page.setViewportSize(usual);
  // Another page, for this one's policy lets nothing draw.
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
