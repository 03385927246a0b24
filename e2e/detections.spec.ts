import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import type { Image } from "@precount/domain";
import { mutate } from "./support/api.ts";
import { withExifTime } from "./support/photos.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { isOnTop } from "./support/is-on-top.ts";
import { createEventWithPhotos, openPhoto, fetchOnlyImage } from "./support/review.ts";
import { expect, test } from "./support/server.ts";

/** Two models run one after the other on two cores. */
test.setTimeout(240_000);

/** A small photo without stickers: this test is about whole detections. */
const PHOTO = join(import.meta.dirname, "../photos/test-data/orientation/Portrait_6.jpg");
const SLUG = "two-models";

/** Size and orientation of the image on the server. */
async function placeOf(page: Page): Promise<Pick<Image, "width" | "height" | "orientation" | "rotation">> {
  const { width, height, orientation, rotation } = await fetchOnlyImage(page, SLUG);
  return { width, height, orientation, rotation };
}

test("S2.16 S2.37 S2.40 S2.41 S2.44 S2.45 S4.11 S4.14 S4.16 S4.18 S4.24 S8.03 S8.12 S9.03 an image's detections: run, choose, validate, select, unlock, delete", async ({
  page,
}) => {
  await createEventWithPhotos(page, "Two models", [PHOTO]);
  await openPhoto(page, "Portrait_6.jpg");
  const card = page.getByRole("list", { name: "Detections" });
  const item = (model: string): Locator => card.getByRole("listitem").filter({ hasText: model });
  const opener = page.getByRole("button", { name: /^Detections/ });
  const openCard = async (): Promise<void> => {
    await expect(card).toBeHidden();
    await opener.click();
    await expect(card).toBeVisible();
  };
  const closeCard = async (): Promise<void> => {
    await opener.click();
    await expect(card).toBeHidden();
  };
  const act = async (model: string, verb: string): Promise<void> => {
    await openCard();
    await item(model)
      .getByRole("button", { name: `Actions of ${model}` })
      .click();
    await page.getByRole("menuitem", { name: new RegExp(`^${verb}`) }).click();
  };
  const statuses = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await fetchOnlyImage(page, SLUG)).detections.map(({ model, status }) => [model.name, status]));

  await test.step("opened by a key, the list takes the focus, and returns it when it or its dialog closes", async () => {
    await opener.press("Enter");
    await expect(item("precount").getByRole("button", { name: "precount", exact: true })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
    await opener.press("Enter");
    await expect(item("precount").getByRole("button", { name: "precount", exact: true })).toBeFocused();
    await page.getByRole("button", { name: "Detect Objects" }).press("Enter");
    await expect(page.getByRole("dialog", { name: "Detect Objects" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(opener).toBeFocused();
  });

  await test.step("runs another model with advanced options", async () => {
    await openCard();
    await expect(item("precount").getByRole("progressbar")).toBeVisible();
    await page.getByRole("button", { name: "Detect Objects" }).click();
    const dialog = page.getByRole("dialog", { name: "Detect Objects" });
    await dialog.getByRole("button", { name: "Detect Objects" }).click();
    await expect(dialog.getByText("Please select a model")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Model" }).click();
    await page.getByTitle(/PP-OCR/i).click();
    await dialog.getByText("Advanced options").click();
    await expect(dialog.getByLabel("Maximum detections")).toHaveValue("100");
    await expect(dialog.getByLabel("Code confidence threshold")).toHaveValue("0.7");
    await expect(dialog.getByLabel("Quantity confidence threshold")).toHaveValue("0.4");
    await dialog.getByLabel("Code confidence threshold").fill("0.9");
    await dialog.getByRole("button", { name: "Detect Objects" }).click();
    await expect(page.getByText("Image detection properly generated")).toBeVisible({ timeout: 120_000 });
    const { detections } = await fetchOnlyImage(page, SLUG);
    expect(detections.find(({ model }) => model.name === "ppocr")?.options).toEqual({
      limit: 100,
      codeConfidenceThreshold: 0.9,
      quantityConfidenceThreshold: 0.4,
    });
  });

  await test.step("lists both detections and switches to the other one", async () => {
    await openCard();
    await expect(card.getByRole("listitem")).toHaveCount(2);
    await expectNoSeriousViolations(page);
    await item("ppocr").getByRole("button", { name: "ppocr", exact: true }).click();
    await expect(page).toHaveURL(/model=pp0crv4base1ine0precount/);
    await openCard();
    await expect(item("ppocr")).toContainText("on the screen");
    await closeCard();
    // The address names the model, also when it is opened directly.
    const { detections } = await fetchOnlyImage(page, SLUG);
    const [path = ""] = page.url().split("?");
    for (const { model } of detections) {
      await page.goto(`${path}?model=${model.sid}`);
      await openCard();
      for (const name of ["precount", "ppocr"]) {
        await expect(item(name).getByText("on the screen")).toHaveCount(name === model.name ? 1 : 0);
      }
      await closeCard();
    }
    await page.goto(`${path}?model=pp0crv4base1ine0precount`);
  });

  await test.step("S4.15 a photo on which nothing was found is validated only after something is drawn", async () => {
    const nothing = "Nothing was found on this image: draw its shelf or labels, or reject the image.";
    await openCard();
    await item("precount").getByRole("button", { name: "Actions of precount" }).click();
    await expect(page.getByRole("menuitem", { name: /^Validate/ })).toContainText(nothing);
    await page.keyboard.press("Escape");
    await closeCard();
    const { detections, width } = await fetchOnlyImage(page, SLUG);
    const rect = { x: 0, y: 100, width, height: 100, angle: 0 };
    const shelf = { label: "shelf", rect, confidence: 1, code: { value: "01", pattern: "^\\d+$", confidence: 1 } };
    const patches = [{ op: "add", path: "/-", value: { ...shelf, values: [] } }];
    for (const { sid } of detections) await mutate(page, "imageDetection.pushImageDetectionPatches", { sid, patches });
  });

  await test.step("a failed selection shows an error and changes nothing", async () => {
    await act("precount", "Validate");
    await expect.poll(statuses).toEqual({ precount: "validated", ppocr: "patched" });
    await page.route(/imageDetection\.activate/, (route) => route.abort());
    await act("precount", "Select");
    const error = page.getByRole("alert").filter({ hasText: /^Error/ });
    await expect(error).toBeVisible();
    await expect(error).not.toHaveText("Error");
    await page.unroute(/imageDetection\.activate/);
    await expect.poll(statuses).toEqual({ precount: "validated", ppocr: "patched" });
    await act("precount", "Unlock Detections");
    await expect.poll(statuses).toEqual({ precount: "patched", ppocr: "patched" });
  });

  await test.step("with both validated, the report uses the newest until one is selected", async () => {
    await act("precount", "Validate");
    await expect(page.getByText("Image Detection has been validated")).toBeVisible();
    await expect.poll(statuses).toEqual({ precount: "validated", ppocr: "patched" });
    await act("ppocr", "Validate");
    await expect.poll(statuses).toEqual({ precount: "validated", ppocr: "validated" });
    await openCard();
    await expect(item("ppocr")).toContainText("Used in the report");
    await expect(item("precount")).not.toContainText("Used in the report");
    await closeCard();
    await act("precount", "Select");
    await expect(page.getByText("Image Detection has been selected")).toBeVisible();
    await openCard();
    await expect(item("precount")).toContainText("Used in the report");
    await expect(page.getByText("Approved").first()).toBeVisible();
  });

  await test.step("a disabled action shows its reason", async () => {
    await item("precount").getByRole("button", { name: "Actions of precount" }).click();
    const remove = page.getByRole("menuitem", { name: /^Delete/ });
    await expect(remove).toHaveAttribute("aria-disabled", "true");
    await expect(remove).toContainText("This detection is selected: unlock it first.");
    await page.keyboard.press("Escape");
    await closeCard();
  });

  await test.step("unlocks both detections", async () => {
    await act("ppocr", "Select");
    await expect.poll(statuses).toEqual({ precount: "validated", ppocr: "selected" });
    await act("precount", "Unlock Detections");
    await expect(page.getByText("Image Detection has been invalidated")).toBeVisible();
    await expect.poll(statuses).toEqual({ precount: "patched", ppocr: "selected" });
    await act("ppocr", "Unlock Detections");
    await expect.poll(statuses).toEqual({ precount: "patched", ppocr: "patched" });
  });

  await test.step("downloads the original photo", async () => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download image" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("Portrait_6.jpg");
    expect(readFileSync(await download.path()).equals(readFileSync(PHOTO))).toBe(true);
  });

  await test.step("a popover that a key opens takes the focus, also if no element had it", async () => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press("Shift+R");
    const rotations = page.locator("input[name=rotation]");
    await expect(rotations.and(page.locator(":checked"))).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(rotations.first()).toBeHidden();
  });

  await test.step("a rotation override wins over the file's orientation until it is reset", async () => {
    const upright = await placeOf(page);
    expect(upright.orientation).toBe("rotate90CW");
    for (const [title, rotation] of [
      ["180°", "rotate180"],
      ["Automatic", "none"],
    ] as const) {
      await page.getByRole("button", { name: "Rotation" }).click();
      await page.getByRole("radio", { name: title }).click();
      const message = page.getByText("Image successfully rotated").last();
      await expect(message).toBeVisible();
      // A click on the message reaches what it covers.
      expect(await message.evaluate(isOnTop)).toBe(false);
      await expect
        .poll(() => placeOf(page))
        .toEqual(
          rotation === "none" ? upright : { ...upright, rotation, width: upright.height, height: upright.width },
        );
    }
  });

  await test.step("shows the image's details and tasks", async () => {
    await page.getByRole("button", { name: "Details" }).click();
    const details = page.getByRole("tooltip").filter({ hasText: "Store number" });
    await expect(details.getByText("Portrait_6.jpg")).toBeVisible();
    await expect(details.getByRole("button", { name: "Reject" })).toBeVisible();
    // The review has no footer (PD-75).
    await expect(details).toContainText(/Precount \d+\.\d+\.\d+ · [0-9a-f]{7}/);
    await page.getByRole("button", { name: "Tasks 2" }).click();
    const tasks = page.getByRole("list", { name: "Tasks of this image" });
    await expect(tasks.getByRole("listitem").filter({ hasText: "Detection by ppocr" })).toContainText("Done");
    // A detection has nothing to open (PD-74).
    await expect(tasks.getByRole("button", { name: "Open task" })).toHaveCount(0);
    await expectNoSeriousViolations(page);
  });
});

test("S2.40 S2.41 S4.14 details come from the file; a detection is deleted, and Detect Objects creates a new one", async ({
  page,
}) => {
  // Store, aisle and shelf are in the name, the time of the photo in its EXIF data.
  const name = "4711_12_03.jpg";
  const buffer = withExifTime(readFileSync(PHOTO), "2026:03:14 09:26:53");
  await createEventWithPhotos(page, "One model", [{ name, mimeType: "image/jpeg", buffer }]);
  await openPhoto(page, name);
  await page.getByRole("button", { name: "Details" }).click();
  const details = page.getByRole("tooltip").filter({ hasText: "Store number" });
  const fact = (term: string): Locator =>
    details
      .getByRole("term")
      .filter({ hasText: new RegExp(`^${term}$`) })
      .locator("xpath=following-sibling::dd");
  const { createdAt } = await fetchOnlyImage(page, "one-model");
  for (const [term, value] of [
    ["Name", name],
    ["Status", "Pending"],
    ["Store number", "4711"],
    ["Aisle", "12"],
    ["Shelf", "03"],
  ] as const) {
    await expect(fact(term)).toHaveText(value);
  }
  for (const [term, iso] of [
    ["Captured", "2026-03-14T09:26:53.000Z"],
    ["Uploaded", createdAt],
  ] as const) {
    await expect(fact(term).getByRole("time")).toHaveAttribute("datetime", iso);
  }
  await page.getByRole("button", { name: "Details" }).click();
  await page.getByRole("button", { name: /^Detections/ }).click();
  await page.getByRole("button", { name: "Actions of precount" }).click();
  await page.getByRole("menuitem", { name: /^Delete/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Image Detection has been deleted")).toBeVisible();
  await expect(page.getByRole("heading", { name: "No detections yet" })).toBeVisible();
  await expect(page.getByText("The detections of this photo were deleted.")).toBeVisible();
  // Without labels the photo can still be rotated, downloaded and looked at in all three tabs.
  await expect(page.getByRole("checkbox", { name: "Stickers" })).toBeDisabled();
  await expect(page.getByRole("link", { name: "Download image" })).toHaveAttribute(
    "href",
    /\/api\/images\/.+\/download$/,
  );
  await page.getByRole("button", { name: "Rotation" }).click();
  await page.getByRole("radio", { name: "180°" }).click();
  await expect(page.getByText("Image successfully rotated")).toBeVisible();
  await page.getByRole("tab", { name: "Debug" }).click();
  await expect(page.getByText("SHA-256")).toBeVisible();
  await page.getByRole("tab", { name: "Table" }).click();
  await expect(page.getByText("There are no labels yet.")).toBeVisible();
  await expect(page).toHaveURL(/tab=table/);
  await expectNoSeriousViolations(page);
  await page.getByRole("tab", { name: "Picture" }).click();
  await page.getByRole("button", { name: "Detect Objects" }).click();
  await expect(page.getByText("Please select a model")).toBeVisible();
  await page.getByRole("combobox", { name: "Model" }).click();
  await page.getByTitle("Precount", { exact: true }).click();
  await page.getByRole("button", { name: "Detect Objects" }).click();
  await expect(page.getByText("Image detection properly generated")).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole("tab", { name: "Picture" })).toBeVisible();
});
