import type { Locator, Page } from "@playwright/test";
import type { Result } from "@precount/domain";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createEventWithPhotos, openPhoto, fetchOnlyImage } from "./support/review.ts";
import { samplePaths } from "./support/samples.ts";
import { expect, test } from "./support/server.ts";

test.setTimeout(240_000);

const SLUG = "in-numbers";
const PHOTO = { width: 4032, height: 3024 };
const results = async (page: Page): Promise<Result[]> =>
  (await fetchOnlyImage(page, SLUG)).detections[0]?.results ?? [];

test("S2.39 S5.16 S5.17 a box is edited in percent of the photo, validated, previewed and undone in one step", async ({
  page,
}) => {
  await createEventWithPhotos(page, "In numbers", samplePaths.slice(0, 1));
  const photo = await openPhoto(page, "0101.jpg");
  await page.getByRole("tab", { name: "Table" }).click();
  const before = await results(page);
  const sticker = before.findIndex(({ label }) => label === "sticker");
  const shelf = before.findIndex(({ label }) => label === "shelf");
  const table = page.getByRole("grid", { name: "Labels as a table" });
  const form = page.getByRole("form", { name: /^Box of/ });
  const field = (name: string): Locator => form.getByRole("textbox", { name, exact: true });
  const save = form.getByRole("button", { name: "Save" });
  const undo = page.getByRole("button", { name: "Undo" });
  const saved = page.getByText("Saved", { exact: true }).first();
  const open = async (name: string): Promise<void> => {
    await table.getByRole("row").filter({ hasText: name }).getByRole("gridcell").first().click();
    await page.getByRole("button", { name: `Box… of ${name.toLowerCase()}` }).click();
    await expect(form).toBeVisible();
  };
  const name = `Sticker ${sticker + 1}`;
  const box = photo.getByRole("button", { name: new RegExp(`^${name},`) });

  await test.step("saving without edits changes nothing", async () => {
    await open(name);
    await expect(field("X")).toBeFocused();
    await expect(field("X")).toHaveValue(((100 * (before[sticker]?.rect.x ?? 0)) / PHOTO.width).toFixed(2));
    await expectNoSeriousViolations(page);
    await save.click();
    await expect(form).toHaveCount(0);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
    expect(await results(page)).toEqual(before);
  });

  await test.step("invalid values show 'Invalid form values' and disable Save", async () => {
    await open(name);
    for (const [wrong, value] of [
      ["X", "abc"],
      ["Width", "100.01"],
      ["Height", "0"],
      ["Angle", "360.5"],
      ["Y", ""],
    ] as const) {
      const right = await field(wrong).inputValue();
      await field(wrong).fill(value);
      await expect(form.getByText("Invalid form values")).toBeVisible();
      await expect(save).toHaveAttribute("aria-disabled", "true");
      await field(wrong).fill(right);
      await expect(form.getByText("Invalid form values")).toHaveCount(0);
    }
  });

  await test.step("previews on the photo; Escape reverts", async () => {
    const place = await box.boundingBox();
    await field("Angle").fill("90");
    await expect.poll(async () => (await box.boundingBox())?.height).toBeGreaterThan(1.2 * (place?.height ?? 0));
    await page.keyboard.press("Escape");
    await expect(form).toHaveCount(0);
    expect(await box.boundingBox()).toEqual(place);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("says before Save that a rotated box is moved inside the photo", async () => {
    await open(name);
    await field("Y").fill("0");
    await field("Angle").fill("45");
    await expect(form.getByText("Its rotated corners are outside the photo.")).toBeVisible();
    await expect(save).toBeEnabled();
    await page.keyboard.press("Escape");
  });

  await test.step("saves, and one undo reverts all values", async () => {
    await open(name);
    await field("X").fill("50");
    await field("Y").fill("25,5");
    await field("Angle").fill("45");
    await page.keyboard.press("Enter");
    await expect(form).toHaveCount(0);
    await expect
      .poll(async () => (await results(page))[sticker]?.rect)
      .toEqual({ ...before[sticker]?.rect, x: 2016, y: 771, angle: 45 });
    await undo.click();
    await expect.poll(async () => (await results(page))[sticker]?.rect).toEqual(before[sticker]?.rect);
    await expect(undo).toHaveAttribute("aria-disabled", "true");
  });

  await test.step("changing the label to shelf widens the box in the same step", async () => {
    await open(name);
    await form.getByText("Shelf", { exact: true }).click();
    await expect(form.getByText("A shelf spans the photo's full width and is not rotated.")).toBeVisible();
    await save.click();
    await expect.poll(async () => (await results(page))[sticker]?.label).toBe("shelf");
    expect((await results(page))[sticker]?.rect).toMatchObject({ x: 0, width: PHOTO.width, angle: 0 });
    await undo.click();
    await expect.poll(async () => (await results(page))[sticker]?.label).toBe("sticker");
    await expect.poll(async () => (await results(page))[sticker]?.rect).toEqual(before[sticker]?.rect);
  });

  await test.step("a shelf has only height and vertical position", async () => {
    await open(`Shelf ${shelf + 1}`);
    for (const fixed of ["X", "Width", "Angle"]) await expect(field(fixed)).not.toBeEditable();
    await field("Height").fill("5");
    await field("Height").press("ArrowUp");
    await expect(field("Height")).toHaveValue("5.10");
    await save.click();
    await expect.poll(async () => (await results(page))[shelf]?.rect.height).toBe(154);
    await expect(saved).toBeVisible();
  });
});
