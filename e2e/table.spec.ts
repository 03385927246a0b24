import type { Locator, Page } from "@playwright/test";
import { type Image, type Prediction, type Result, makePatch } from "@precount/domain";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { IS_EXHAUSTIVE } from "./support/is-exhaustive.ts";
import { createEventWithPhotos, openPhoto, pushPatches, fetchOnlyImage, validateByMouse } from "./support/review.ts";
import { writeFakeStickers } from "./support/fake-stickers.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/** A detection of a 12-megapixel photo on two cores takes a while. */
test.setTimeout(240_000);

const SLUG = "by-table";
const title = (index: number): string => `Sticker ${index + 1}`;
const results = async (page: Page): Promise<Result[]> =>
  (await fetchOnlyImage(page, SLUG)).detections[0]?.results ?? [];

test("S2.31 S2.37 S2.42 S5.01 S5.02 S5.03 results are edited in the table like in a spreadsheet, and each view has an address", async ({
  page,
  server,
}) => {
  const photos = createSmallPhotos(1);
  for (const { buffer } of photos) await writeFakeStickers(server, buffer, { isLastDoubtful: false });
  await createEventWithPhotos(page, "By table", photos);
  const photo = await openPhoto(page, "01.jpg");
  const view = (name: string): Locator => page.getByRole("tab", { name });
  const table = page.getByRole("grid", { name: "Labels as a table" });
  const row = (title: string): Locator => table.getByRole("row").filter({ hasText: title });
  const field = (name: string): Locator => table.getByRole("textbox", { name });
  const said = page.getByRole("alert");
  const before = await results(page);
  const stickers = before.flatMap(({ label }, index) => (label === "sticker" ? [index] : []));
  const [first = 0, second = 0] = stickers;

  await test.step("the tab is in the address; an invalid one is ignored", async () => {
    await expectNoSeriousViolations(page);
    await view("Table").click();
    await expect(page).toHaveURL(/tab=table/);
    await expect(table).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.reload();
    await expect(table).toBeVisible();
    const [path = ""] = page.url().split("?");
    // `detection` counts from 1.
    for (const index of [second, first]) {
      await page.goto(`${path}?detection=${index + 1}`);
      await expect(photo.getByRole("button", { name: new RegExp(`^${title(index)},`) })).toHaveAttribute(
        "aria-pressed",
        "true",
      );
      await expect(photo.getByRole("button", { pressed: true })).toHaveCount(1);
    }
    await page.goto(`${path}?tab=tables`);
    await expect(view("Picture")).toHaveAttribute("aria-selected", "true");
    await view("Picture").press("ArrowRight");
    await expect(view("Table")).toBeFocused();
  });

  await test.step("rows are in shelf order, with one input in the focused cell", async () => {
    await page.getByRole("combobox", { name: "Order" }).click();
    await page.getByTitle("By position").click();
    await expect(page).toHaveURL(/sort=position/);
    await row(title(first)).getByRole("gridcell").nth(1).click();
    await expect(field(`Code of ${title(first).toLowerCase()}`)).toBeFocused();
    await expect(table.getByRole("textbox")).toHaveCount(1);
    // The box in the photo is selected too.
    await expect(photo.getByRole("button", { name: new RegExp(`^${title(first)},`) })).toHaveAttribute(
      "aria-pressed",
      "true",
    );
  });

  await test.step("an invalid code is refused with its message; Escape reverts", async () => {
    await page.keyboard.type("12");
    await page.keyboard.press("Enter");
    await expect(said.filter({ hasText: "Invalid sticker code. Must be a 6-digit number." })).toBeVisible();
    await expect(field(`Code of ${title(first).toLowerCase()}`)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(field(`Code of ${title(first).toLowerCase()}`)).toHaveValue(before[first]?.code.value ?? "");
    const shelf = before.findIndex(({ label }) => label === "shelf");
    for (const [cell, typed, message, old] of [
      [
        row(title(first)).getByRole("gridcell").nth(2),
        "01",
        "Invalid sticker quantity. Must be an integer greater than 1.",
        before[first]?.quantity?.value,
      ],
      [
        row(`Shelf ${shelf + 1}`)
          .getByRole("gridcell")
          .nth(1),
        "", // digits only: no other text can be typed
        "Invalid shelf code. must be an integer.",
        before[shelf]?.code.value,
      ],
    ] as const) {
      await cell.click();
      await page.keyboard.press("Backspace");
      await page.keyboard.type(typed);
      await page.keyboard.press("Enter");
      await expect(said.filter({ hasText: message })).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(table.getByRole("textbox")).toHaveValue(old ?? "");
    }
    await row(title(first)).getByRole("gridcell").nth(1).click();
  });

  await test.step("text with two numbers is not pasted, a single number is", async () => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const paste = async (text: string): Promise<void> => {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await page.keyboard.press("Control+v");
    };
    const code = field(`Code of ${title(first).toLowerCase()}`);
    const notPasted = page.getByText("Not pasted. Copy a single number without other characters.");
    await paste("000123\t77");
    await expect(notPasted).toBeVisible();
    await expect(code).toHaveValue(before[first]?.code.value ?? "");
    await paste(" 000123\n");
    await expect(code).toHaveValue("000123");
    await page.keyboard.press("Escape");
  });

  await test.step("edits two cells with the keyboard and saves both", async () => {
    await page.keyboard.type("000123");
    await page.keyboard.press("Tab");
    await expect(field(`Quantity of ${title(first).toLowerCase()}`)).toBeFocused();
    await page.keyboard.type("77");
    await page.keyboard.press("ArrowDown");
    await expect(field(`Quantity of ${title(first).toLowerCase()}`)).toHaveCount(0);
    await expect.poll(async () => (await results(page))[first]?.quantity?.value).toBe("77");
    expect((await results(page))[first]?.code.value).toBe("000123");
    await expect(row(title(first)).getByText(/^Changed/)).toBeVisible();
    await expect(
      row(title(first)).getByText(`${before[first]?.code.value} × ${before[first]?.quantity?.value}`),
    ).toBeVisible();
  });

  await test.step("selecting a box in the photo focuses its row", async () => {
    await photo.getByRole("button", { name: new RegExp(`^${title(second)},`) }).press("Enter");
    await expect(row(title(second))).toHaveAttribute("aria-selected", "true");
  });

  await test.step("deletes a row, finds it by its status and recovers it", async () => {
    // X discards from within a field too, and the next row is active.
    await row(title(second)).getByRole("gridcell").nth(1).click();
    await page.keyboard.press("x");
    await expect(row(title(second))).toHaveAttribute("aria-selected", "false");
    await expect.poll(async () => (await results(page))[second]?.discarded).toBe(true);
    await page
      .getByRole("group", { name: "Labels by status" })
      .getByRole("button", { name: /Discarded/ })
      .click();
    await expect(page).toHaveURL(/status=discarded/);
    // The header, the discarded row, and the selected one, which is always listed.
    await expect(table.getByRole("row")).toHaveCount(3);
    await row(title(second)).getByRole("gridcell").first().click();
    await page.getByRole("button", { name: `Recover ${title(second).toLowerCase()}` }).click();
    await expect.poll(async () => (await results(page))[second]?.discarded).toBe(false);
    // A recovered row stays in its place until the sort or filter changes.
    await expect(table.getByRole("row")).toHaveCount(3);
    await page
      .getByRole("group", { name: "Labels by status" })
      .getByRole("button", { name: /Discarded/ })
      .click();
    await expect(row(title(first))).toBeVisible();
  });

  await test.step("S3.08 S9.09 S9.10 Debug shows the run, the image and the patch log", async () => {
    await view("Debug").click();
    const panel = page.getByRole("tabpanel");
    const { file, sid, detections } = await fetchOnlyImage(page, SLUG);
    await expect(panel.getByText(file.sha256.slice(0, 7), { exact: true })).toBeVisible();
    await expect(panel.getByText(sid.slice(0, 12), { exact: true })).toBeVisible();
    await expect(panel.getByText(/^\d+(\.\d)? (kB|KB|MB)$/)).toBeVisible();
    await expect(panel.getByText(/^(\d+m )?(\d+s )?\d+m?s$/)).toBeVisible();
    await expect(panel.getByText("0.7", { exact: true })).toBeVisible();
    const log = panel.getByRole("region", { name: "Patches", exact: true }).getByRole("row");
    await expect(log).toHaveCount((detections[0]?.patches.length ?? 0) + 1);
    await expect(log.filter({ hasText: `/${first}/code/value` }).first()).toContainText('"000123"');
    await expect(panel.getByText('"label": "sticker"').first()).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("a validated value cannot be edited, and the reason is shown", async () => {
    await validateByMouse(page);
    await view("Table").click();
    await expect(page.getByRole("note").filter({ hasText: "unlock it first" })).toBeVisible();
    await row(title(first)).getByRole("gridcell").nth(1).click();
    await expect(table.getByRole("textbox")).toHaveCount(0);
    await expectNoSeriousViolations(page);
  });
});

/** `script/test-nightly` shows a thousand, which takes seconds to send and to draw. */
const COUNT = IS_EXHAUSTIVE ? 1000 : 250;
const COLUMNS = 40;

/** The nth of many stickers, spread over the photo. */
function made(n: number, { width, height }: Image): Prediction {
  const [stepX, stepY] = [Math.floor(width / COLUMNS), Math.floor((height * COLUMNS) / (COUNT + COLUMNS))];
  const [x, y] = [(n % COLUMNS) * stepX, Math.floor(n / COLUMNS) * stepY];
  return {
    label: "sticker",
    rect: { x, y, width: stepX - 10, height: stepY - 10, angle: 0 },
    confidence: 1,
    code: { value: String(n).padStart(6, "0"), pattern: null },
    quantity: { value: String(n + 1), pattern: null },
    values: [],
  };
}

test("S2.37 of hundreds of results only the visible ones are rendered, and keys reach the last one", async ({
  page,
}) => {
  await createEventWithPhotos(page, "Hundreds", createSmallPhotos(1));
  const image = await fetchOnlyImage(page, "hundreds");
  const found = image.detections[0]?.results.length ?? 0;
  const patches = Array.from({ length: COUNT - found }, (_, n) => makePatch.add(made(n, image)));
  for (let from = 0; from < patches.length; from += 250) {
    await pushPatches(page, image.detections[0]?.sid ?? "", patches.slice(from, from + 250));
  }
  await openPhoto(page, "01.jpg");
  await page.getByRole("tab", { name: "Table" }).click();
  const table = page.getByRole("grid", { name: "Labels as a table" });
  await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  expect(await table.getByRole("row").count()).toBeLessThan(60);

  await table.getByRole("row").nth(1).getByRole("gridcell").nth(1).click();
  await expect(table.getByRole("textbox")).toBeFocused();
  for (const key of ["1", "2", "ArrowDown", "3", "ArrowDown", "PageDown", "Control+End"])
    await page.keyboard.press(key);
  // The row of sticker 25 reads "Sticker 25000018": only a whole cell tells sticker 250 from it.
  const last = table.getByRole("row").filter({ has: page.getByText(`Sticker ${COUNT}`, { exact: true }) });
  await expect(last).toBeVisible();
  expect(await table.getByRole("row").count()).toBeLessThan(60);
});
