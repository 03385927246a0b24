import type { Locator, Page } from "@playwright/test";
import { type ImageDetection, type Outcome, type ProjectStatus, detectionCan, imageCan } from "@precount/domain";
import { confirmAction } from "./support/ui-actions.ts";
import { createEventWithPhotos, openPhoto, validateByMouse } from "./support/review.ts";
import { fetchImage, fetchImages, sessionHeaders } from "./support/api.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/** A detection and previews of a 12-megapixel photo on two cores take a while. */
test.setTimeout(240_000);

const SLUG = "reasons";
const reasonOf = (outcome: Outcome<unknown>): string => (outcome.ok ? "it is allowed" : outcome.reason);

/** The input of domain's rules after the image was approved. */
const facts = (detection: ImageDetection, status: ProjectStatus) =>
  [detection, { image: { status: "approved" as const }, project: { status, isArchived: false } }] as const;

/** A disabled button stays visible and gives the reason with the text of the rule that the server applies. */
async function expectReason(page: Page, button: Locator, reason: string): Promise<void> {
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.hover();
  await expect(page.getByRole("tooltip").filter({ hasText: reason }).last()).toBeVisible();
  await page.mouse.move(0, 0);
}

test("S4.12 S4.13 S4.15 S4.17 disabled actions give the reason that the server would give", async ({ page }) => {
  await createEventWithPhotos(page, "Reasons", createSmallPhotos(1));
  await openPhoto(page, "01.jpg");

  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const panel = page.getByRole("region", { name: "Labels", exact: true });
  const now = async (): Promise<{ detection: ImageDetection; imageSid: string }> => {
    const imageSid = (await fetchImages(page, SLUG))[0]?.sid ?? "";
    const [detection] = (await fetchImage(page, SLUG, imageSid)).detections;
    if (!detection) throw new Error("The photo has no detection.");
    return { detection, imageSid };
  };
  /** Makes the same call on the server; it must refuse with the button's reason. */
  const refusedBy = async (procedure: string, input: object): Promise<unknown> => {
    const headers = await sessionHeaders(page);
    const response = await page.request.post(`/trpc/${procedure}`, { headers, data: input });
    const body = (await response.json()) as { error?: { message: string } }; // tRPC's answer to a refusal
    return body.error?.message;
  };

  await test.step("an invalid result prevents validation, with a count", async () => {
    const picture = await page.getByRole("img", { name: "Photo 01.jpg" }).boundingBox();
    if (!picture) throw new Error("The photo is not on the screen.");
    await button("Draw Sticker").click();
    // The ceiling of the shop, without any text.
    await page.mouse.click(picture.x + picture.width / 2, picture.y + picture.height * 0.02);
    await expect(panel.getByRole("article", { name: /code unread, quantity unread, doubtful$/ })).toBeVisible();
    await expectReason(page, button("Validate"), "still invalid: correct or discard them first.");
    // Keyboard focus and screen readers get the reason too; Escape hides it.
    await page.keyboard.press("Tab");
    await button("Validate").focus();
    await expect(button("Validate")).toHaveAccessibleDescription(/still invalid: correct or discard them first\.$/);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("tooltip").filter({ hasText: "still invalid" })).toHaveCount(0);
  });

  await test.step("a validated detection cannot be edited or deleted", async () => {
    const remove = panel.getByRole("button", { name: /^Delete / });
    await panel.getByText(/^Doubtful \d+/).click();
    for (let left = await remove.count(); left > 0; left -= 1) await remove.first().click();
    await validateByMouse(page);
    const { detection } = await now();
    const reason = reasonOf(detectionCan.edit(...facts(detection, "active")));
    expect(reason).toBe("This detection is validated: unlock it first.");
    await expectReason(page, button("Draw Sticker"), reason);
    await panel.getByText(/^All \d+/).click();
    await expectReason(page, remove.first(), reason);
    await expect(panel.getByRole("textbox").first()).toHaveJSProperty("readOnly", true);
    expect(await refusedBy("imageDetection.deleteImageDetection", { sid: detection.sid })).toBe(reason);
  });

  await test.step("a completed event cannot be changed", async () => {
    const url = page.url();
    await page.getByRole("link", { name: "Reasons", exact: true }).first().click();
    await confirmAction(page, "Complete");
    await expect(page.getByText("Project successfully completed")).toBeVisible();
    await page.goto(url);
    const { detection, imageSid } = await now();
    const unlock = reasonOf(detectionCan.invalidate(...facts(detection, "completed")));
    expect(unlock).toBe("This event is completed: reopen it first.");
    await expectReason(page, button("Unlock Detections"), unlock);
    expect(await refusedBy("imageDetection.invalidateImageDetection", { sid: detection.sid })).toBe(unlock);
    const reject = reasonOf(imageCan.reject({ status: "approved" }, { status: "completed", isArchived: false }));
    await expectReason(page, button("Reject"), reject);
    expect(await refusedBy("image.rejectImage", { sid: imageSid })).toBe(reject);
  });
});
