import { makePatch } from "@precount/domain";
import { fetchImage, fetchImages } from "./support/api.ts";
import { expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventWithPhotos, pushPatches } from "./support/review.ts";
// The fake model reads the codes 000123 and 456789 with certainty in every photo.
import { expect, testWithFakeModel as test } from "./support/server.ts";
import { endSessionAtNextChange, signInOverPage } from "./support/sign-in-again.ts";

const PLANTED = "77";

test("the crop wall finds a planted misread; it is retyped, the right ones are marked, and Back returns to the same view", async ({
  page,
}) => {
  const slug = await createEventWithPhotos(page, "Misread", createSmallPhotos(3));
  const [first] = await fetchImages(page, slug);
  const image = await fetchImage(page, slug, first?.sid ?? "");
  const [detection] = image.detections;
  const position = detection?.results.findIndex(({ label }) => label === "sticker") ?? -1;
  const right = detection?.results[position]?.quantity?.value ?? "";
  await pushPatches(page, detection?.sid ?? "", [makePatch.quantity(position, PLANTED)]);
  const wall = page.getByRole("listbox", { name: "Crops" });
  const group = (title: string) => wall.getByRole("group", { name: title, exact: true });
  const planted = group(`Quantity ${PLANTED}`).getByRole("option");

  await test.step("opens from the event's views and shows the misread in a group of its own", async () => {
    await page.getByText("Crops", { exact: true }).click();
    await expect(page).toHaveURL(`/projects/${slug}/crops`);
    await expect(page.getByText("6 stickers", { exact: true })).toBeVisible();
    await expect(planted).toHaveCount(1);
    await expectNoSeriousViolationsInBothThemes(page);
  });

  await test.step("a crop opens its place in the review, and Back returns to grouping and search", async () => {
    await page.getByRole("searchbox", { name: "Code or quantity" }).fill(PLANTED);
    await expect(wall.getByRole("option")).toHaveCount(1);
    await planted.dblclick();
    await expect(page).toHaveURL(new RegExp(`/images/${image.sid}\\?detection=${position + 1}`));
    await expect(page.getByRole("tab", { name: "Picture" })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL(new RegExp(`search=${PLANTED}`));
    await expect(planted).toBeVisible();
    await expect(wall).toBeFocused();
    await page.getByRole("searchbox", { name: "Code or quantity" }).fill("");
  });

  await test.step("Back returns the focus also while the photo of a crop still loads", async () => {
    const photo = Promise.withResolvers<void>();
    await page.route(/\/trpc\/[^?]*getProjectImage/, (route) => photo.promise.then(() => route.continue()));
    const last = wall.getByRole("option").last();
    await last.dblclick();
    await expect(wall).toBeHidden();
    await page.goBack();
    await expect(wall).toBeFocused();
    await expect(last).toHaveAttribute("id", (await wall.getAttribute("aria-activedescendant")) ?? "");
    photo.resolve();
  });

  await test.step("the misread is retyped, and the change is a patch that Undo takes back", async () => {
    await wall.focus();
    await planted.click();
    await page.keyboard.press("w");
    await page.keyboard.press("r");
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("textbox", { name: "Quantity" })).toBeFocused();
    await page.keyboard.type("0");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toBeVisible();
    await page.keyboard.press("Backspace");
    // A sticker that could not be discarded stays in the list of wrong ones.
    await page.context().setOffline(true);
    await dialog.getByRole("button", { name: "Discard" }).click();
    await expect(page.getByText(/^1 sticker not discarded/)).toBeVisible();
    await page.context().setOffline(false);
    await expect(dialog).toBeVisible();
    await dialog.getByRole("textbox", { name: "Quantity" }).focus();
    await page.keyboard.type(right);
    // PD-178: the typed value stays over an ended session.
    await endSessionAtNextChange(page);
    await page.keyboard.press("Enter");
    await signInOverPage(page);
    await expect(planted).toHaveCount(0);
    const quantity = async () =>
      (await fetchImage(page, slug, image.sid)).detections[0]?.results[position]?.quantity?.value;
    expect(await quantity()).toBe(right);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(planted).toHaveCount(1);
    expect(await quantity()).toBe(PLANTED);
  });

  await test.step("keys select a group, mark it as seen and hide it; a dragged selection is discarded", async () => {
    const others = group(`Quantity ${right}`).getByRole("option");
    const count = await others.count();
    await others.first().click();
    await page.keyboard.press("Control+a");
    await expect(page.getByText(`${count} stickers selected`)).toBeVisible();
    await page.keyboard.press("l");
    await expect(page.getByText(`${count} stickers marked as seen.`)).toBeVisible();
    await page.getByRole("checkbox", { name: "Hide seen" }).check();
    await expect(page.getByText(`${6 - count} of 6 stickers`)).toBeVisible();
    const rest = group("Quantity 3").getByRole("option");
    await rest.first().hover();
    await page.mouse.down();
    await rest.last().hover();
    await page.mouse.up();
    await expect(page.getByText("3 stickers selected")).toBeVisible();
    await page.getByRole("button", { name: "Discard" }).click();
    await expect(rest).toHaveCount(0);
    await expect(planted).toHaveCount(1);
  });
});
