import type { Locator, Page } from "@playwright/test";
import type { Rect, Result } from "@precount/domain";
import { createEventWithPhotos, openPhoto, validateByMouse } from "./support/review.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { samplePaths } from "./support/samples.ts";
import { expect, test } from "./support/server.ts";

/** A detection and previews of a 12-megapixel photo on two cores take a while. */
test.setTimeout(240_000);

const SLUG = "by-hand";
/** Distance of the rotation handle above its box, in screen pixels (spec §9). */
const KNOB_ABOVE_PX = 64;

/** Size of the sample photo, pixels. */
const PHOTO = { width: 4032, height: 3024 };

type Spot = { x: number; y: number };

/** The state on the server: a gesture is complete only when the server has it. */
async function storedResults(page: Page): Promise<Result[]> {
  const [row] = await fetchImages(page, SLUG);
  const image = await fetchImage(page, SLUG, row?.sid ?? "");
  return image.detections[0]?.results ?? [];
}

async function drag(page: Page, from: Spot, to: Spot, { release = true } = {}): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // Move in steps, as a hand does.
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
  await page.mouse.move(to.x, to.y);
  if (release) await page.mouse.up();
}

/** Screen position of a point of the photo. */
async function spotOf(picture: Locator, x: number, y: number): Promise<Spot> {
  const place = await picture.boundingBox();
  if (!place) throw new Error("The photo is not on the screen.");
  const scale = place.width / PHOTO.width;
  return { x: place.x + x * scale, y: place.y + y * scale };
}

test("S2.34 S2.35 S2.36 S4.20 S5.16 S9.06 S9.07 a sticker is drawn, moved, resized and rotated with the mouse, and saved", async ({
  page,
}) => {
  await createEventWithPhotos(page, "By hand", samplePaths.slice(0, 1));
  await openPhoto(page, "0101.jpg");

  const photo = page.getByRole("region", { name: "Photo with results" });
  const picture = photo.getByRole("img", { name: "Photo 0101.jpg" });
  await expect(picture).toBeVisible();
  const found = (await storedResults(page)).length;
  const sticker = photo.getByRole("button", { name: new RegExp(`^Sticker ${found + 1},`) });
  const card = page.getByRole("article", { name: new RegExp(`^Sticker ${found + 1},`) });
  const saved = page.getByText("Saved", { exact: true }).first();
  const stored = async (): Promise<Rect> => {
    const rect = (await storedResults(page))[found]?.rect;
    if (!rect) throw new Error("The sticker is not stored.");
    return rect;
  };
  const spot = (x: number, y: number): Promise<Spot> => spotOf(picture, x, y);
  const tool = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const scale = ((await spot(1000, 0)).x - (await spot(0, 0)).x) / 1000;
  /** Equal within two screen pixels, because mouse positions are integers. */
  const near = (px: number): object => expect.closeTo(px, -Math.log10(4 / scale));

  await test.step("Escape cancels a drawing", async () => {
    await page.keyboard.press("s");
    await expect(tool("Draw Sticker")).toHaveAttribute("aria-pressed", "true");
    await drag(page, await spot(1700, 900), await spot(2100, 1100), { release: false });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await page.keyboard.press("Escape");
    await expect(tool("Select")).toHaveAttribute("aria-pressed", "true");
    await expect(sticker).toHaveCount(0);
  });

  await test.step("draw", async () => {
    // The tooltip of a pressed tool does not cover the photo.
    const tooltip = page.getByRole("tooltip", { name: /^Draw a sticker/ });
    await tool("Draw Sticker").hover();
    await expect(tooltip).toBeVisible();
    await tool("Draw Sticker").click();
    await expect(tooltip).toHaveCount(0);
    await drag(page, await spot(1700, 900), await spot(2200, 1200));
    await expect(sticker).toHaveAttribute("aria-pressed", "true");
    await expect(card).toBeVisible();
    await expect(tool("Select")).toHaveAttribute("aria-pressed", "true");
    await expect.poll(async () => (await storedResults(page)).length).toBe(found + 1);
    expect(await stored()).toEqual({ x: near(1700), y: near(900), width: near(500), height: near(300), angle: 0 });
  });

  await test.step("moves a box; Escape during a second move keeps the first", async () => {
    const { width, height } = await stored();
    await drag(page, await spot(1950, 1050), await spot(2150, 1150));
    await expect.poll(stored).toEqual({ x: near(1900), y: near(1000), width, height, angle: 0 });
    const moved = await stored();
    await drag(page, await spot(2150, 1150), await spot(1950, 1050), { release: false });
    await page.keyboard.press("Escape");
    await page.mouse.up();
    await expect(saved).toBeVisible();
    expect(await stored()).toEqual(moved);
  });

  await test.step("resizes by the lower right handle and keeps the upper left corner", async () => {
    const { x, y, width, height } = await stored();
    await drag(page, await spot(x + width, y + height), await spot(x + width + 200, y + height + 100));
    await expect.poll(stored).toEqual({ x, y, width: near(width + 200), height: near(height + 100), angle: 0 });
  });

  await test.step("rotates by the handle and snaps to a right angle", async () => {
    const box = await stored();
    const centre = await spot(box.x + box.width / 2, box.y + box.height / 2);
    const knob = { x: centre.x, y: centre.y - (box.height / 2) * scale - KNOB_ABOVE_PX };
    await drag(page, knob, { x: centre.x + 150, y: centre.y });
    await expect.poll(stored).toEqual({ ...box, angle: 90 });
  });

  await test.step("moves with arrow keys", async () => {
    const box = await stored();
    for (const key of ["ArrowRight", "ArrowRight", "Control+ArrowUp"]) await page.keyboard.press(key);
    await expect.poll(stored).toEqual({ ...box, x: box.x + 2, y: box.y - 10 });
  });

  await test.step("Enter focuses the code", async () => {
    await page.keyboard.press("Enter");
    await expect(card.getByRole("textbox", { name: /^Code of/ })).toBeFocused();
    await page.keyboard.type("123456");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await storedResults(page))[found]?.code.value).toBe("123456");
  });

  await test.step("hovering shows code and quantity", async () => {
    const box = await stored();
    await page.mouse.move(0, 0);
    await page.keyboard.press("Escape");
    const at = await spot(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.move(at.x, at.y);
    const tip = photo.getByRole("tooltip");
    await expect(tip).toContainText("Code 123456");
    await expect(tip).toContainText("Quantity");
  });

  await test.step("a click with a draw tool adds a box of the default size", async () => {
    await tool("Draw Sticker").click();
    const at = await spot(3000, 2500);
    await page.mouse.click(at.x, at.y);
    await expect
      .poll(async () => (await storedResults(page))[found + 1])
      .toMatchObject({ label: "sticker", rect: { x: near(2850), y: near(2425), width: 300, height: 150, angle: 0 } });
    // Saving the address of the selected result must not scroll the panel back.
    await expect(page.getByRole("article", { name: new RegExp(`^Sticker ${found + 2},`) })).toBeInViewport();
    await page.keyboard.press("Delete");
    await expect.poll(async () => (await storedResults(page))[found + 1]?.discarded).toBe(true);
  });

  await test.step("a drawn shelf spans the photo", async () => {
    await tool("Draw Shelf").click();
    await drag(page, await spot(500, 2000), await spot(900, 2100));
    await expect
      .poll(async () => (await storedResults(page))[found + 2])
      .toMatchObject({
        label: "shelf",
        rect: { x: 0, y: near(2000), width: PHOTO.width, height: near(100), angle: 0 },
      });
  });

  await test.step("all changes are there after a reload", async () => {
    await expect(saved).toBeVisible();
    const before = await storedResults(page);
    await page.reload();
    await expect(sticker).toBeVisible();
    expect(await storedResults(page)).toEqual(before);
  });

  await test.step("a validated detection cannot be edited, and the buttons give the reason", async () => {
    const panel = page.getByRole("region", { name: "Labels" });
    await panel.getByText(/^Doubtful \d+/).click();
    const remove = panel.getByRole("button", { name: /^Delete / });
    for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click();
    await validateByMouse(page);
    await expect(tool("Draw Sticker")).toHaveAttribute("aria-disabled", "true");
    await tool("Draw Sticker").hover();
    await expect(page.getByRole("tooltip").filter({ hasText: "unlock it first" })).toBeVisible();
    const before = await storedResults(page);
    await page.keyboard.press("s");
    await drag(page, await spot(1700, 900), await spot(2200, 1200));
    expect(await storedResults(page)).toEqual(before);
  });
});
