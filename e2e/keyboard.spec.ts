import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { type Result, isDoubtful } from "@precount/domain";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { rerunDetection } from "./support/rerun-detection.ts";
import { focusedName, tabTo } from "./support/keys.ts";
import { prepareEventWithPhotos, scrollProof, seeProofByKeys } from "./support/review.ts";
import { fetchImage, fetchImages } from "./support/api.ts";
import { writeFakeStickers } from "./support/fake-stickers.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { ADMIN, expect, testWithFakeModel as test } from "./support/server.ts";

/** Detections of three photos of 8–12 megapixels on two cores take a while. */
test.setTimeout(300_000);
test.describe.configure({ mode: "serial" });

/** Keys are pressed faster than by hand, and each edit is saved before the next one is sent. */
const SAVED = { timeout: 60_000 };
const SLUG = "by-keys";
const PHOTOS = createSmallPhotos(3);

test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(300_000);
  const page = await browser.newPage({ baseURL: server.url });
  for (const { buffer } of PHOTOS) await writeFakeStickers(server, buffer, { isLastDoubtful: false });
  await prepareEventWithPhotos(page, "By keys", PHOTOS);
  // With these thresholds every code is doubtful and no quantity is.
  for (const { sid } of (await fetchImages(page, SLUG)).slice(0, 2)) {
    await rerunDetection(page, SLUG, sid, { codeConfidenceThreshold: 1, quantityConfidenceThreshold: 0 });
  }
  await page.context().close();
});

type Look = { sid: string; results: Result[]; status: string };

async function look(page: Page, sid: string): Promise<Look> {
  const image = await fetchImage(page, SLUG, sid);
  return { sid, results: image.detections[0]?.results ?? [], status: image.status };
}

const sidOf = (page: Page): string => /images\/([a-z0-9]{24})/.exec(page.url())?.[1] ?? "";
/** The message in reply to a key. A focused button may show the same text as a tooltip. */
const messageOf = (page: Page, text: RegExp | string) => page.locator(".ant-message-notice").filter({ hasText: text });
const photoOf = (page: Page) => page.getByRole("img", { name: /^Photo / });

/** After a page load the photo is rendered first; the panel handles keys when its cards are rendered. */
async function expectPhotoWithPanel(page: Page): Promise<void> {
  await expect(photoOf(page)).toBeVisible();
  const proof = page.getByRole("region", { name: "Proof" });
  await expect(page.getByRole("article").or(proof).first()).toBeVisible();
}

/** Opens the most doubtful image with the keyboard. */
async function openFirst(page: Page): Promise<Look> {
  const [sid = ""] = (await fetchImages(page, SLUG)).map((image) => image.sid);
  await page.goto(`/projects/${SLUG}/eventImages/images/${sid}`);
  await expectPhotoWithPanel(page);
  return look(page, sid);
}

/** Delays the page's list of photos until the returned function is called. Not in a batch, whose other answers would be late too. */
async function holdBackList(page: Page): Promise<() => Promise<void>> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
  await page.route(/\/trpc\/[^,?]*listProjectImageSids\?/, async (route) => {
    await isLetGo;
    await route.continue();
  });
  return async () => {
    letGo();
    await page.unrouteAll({ behavior: "wait" });
  };
}

test("S2.38 S2.43 S4.15 S4.19 S4.20 a photo is reviewed with the keyboard only, and the next one opens", async ({
  page,
}) => {
  await signInByApi(page);
  const first = await openFirst(page);
  const doubtful = first.results.filter(isDoubtful).length;
  expect(doubtful).toBe(first.results.length);

  await test.step("Enter focuses the first doubtful value; an invalid value is refused", async () => {
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toMatch(/^Code of (sticker|shelf) \d+$/);
    const name = await focusedName(page);
    // The field takes digits only; a letter that is no command there neither types nor replaces the value.
    await page.keyboard.type("1q2");
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe("12"); // a field, as its name says
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Backspace");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: /^Invalid s/ })).toBeVisible();
    expect(await focusedName(page)).toBe(name);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("alert").filter({ hasText: /^Invalid s/ })).toHaveCount(0);
    expect(await focusedName(page)).toBe(name);
  });

  await test.step("Tab skips a value, Shift+Tab returns to it; the number pad works too", async () => {
    const before = await focusedName(page);
    await page.keyboard.press("Tab");
    const next = await focusedName(page);
    expect(next).not.toBe(before);
    await page.keyboard.press("Shift+Tab");
    expect(await focusedName(page)).toBe(before);
    await page.keyboard.press("NumpadAdd");
    expect(await focusedName(page)).toBe(next);
    await page.keyboard.press("NumpadSubtract");
    expect(await focusedName(page)).toBe(before);
  });

  await test.step("Escape moves from the field to its card, where J and K move between results", async () => {
    const name = await focusedName(page);
    await page.keyboard.press("Escape");
    const card = await focusedName(page);
    expect(card.toLowerCase()).toContain(name.replace("Code of ", ""));
    await page.keyboard.press("j");
    expect(await focusedName(page)).not.toBe(card);
    await page.keyboard.press("k");
    expect(await focusedName(page)).toBe(card);
  });

  const sticker = await test.step("picks an alternative by number, discards, recovers and undoes", async () => {
    // The first sticker card; shelves are doubtful here as well.
    while (!(await focusedName(page)).startsWith("Sticker")) await page.keyboard.press("j");
    const index = Number(/\d+/.exec(await focusedName(page))?.[0]) - 1;
    const card = page.getByRole("article", { name: new RegExp(`^Sticker ${index + 1},`) });
    for (const field of ["Code", "Quantity"]) {
      await expect(card.getByRole("textbox", { name: `${field} of sticker ${index + 1}` })).toBeVisible();
    }
    await expect(card.getByRole("img", { name: `Crop of sticker ${index + 1}` })).toBeVisible();
    await expect(card.getByRole("button", { name: `Box of sticker ${index + 1}…` })).toBeVisible();
    await expect(card.getByRole("button", { name: `Delete sticker ${index + 1}` })).toBeVisible();
    const restore = card.getByRole("button", { name: `Restore sticker ${index + 1}` });
    await expect(restore).toBeDisabled();
    await page.keyboard.press("1");
    await expect.poll(async () => (await look(page, first.sid)).results[index]?.code.pattern).not.toBeNull();
    await restore.click();
    await expect.poll(async () => (await look(page, first.sid)).results[index]).toEqual(first.results[index]);
    await expect(restore).toBeDisabled();
    await card.focus();
    await page.keyboard.press("1");
    await expect(restore).toBeEnabled();
    // From the field as from the card: X discards and goes on, so that pressing Enter, Escape or X next cannot recover it.
    await page.keyboard.press("Enter");
    expect(await focusedName(page)).toMatch(new RegExp(`of sticker ${index + 1}$`));
    await page.keyboard.press("x");
    await expect.poll(async () => (await look(page, first.sid)).results[index]?.discarded).toBe(true);
    await expect(card.getByRole("button", { name: `Recover sticker ${index + 1}` })).toBeVisible();
    await expect.poll(() => focusedName(page)).toMatch(/^(Code|Quantity) of |^Validate$/);
    expect(await focusedName(page)).not.toMatch(new RegExp(`of sticker ${index + 1}$`));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect((await look(page, first.sid)).results[index]?.discarded).toBe(true);
    // Selected again on purpose, it is recovered.
    await page.keyboard.press("a");
    await page.keyboard.press("b");
    await page.keyboard.press("j");
    expect(await focusedName(page)).toMatch(new RegExp(`^Sticker ${index + 1},`));
    await page.keyboard.press("NumpadDivide");
    await expect.poll(async () => (await look(page, first.sid)).results[index]?.discarded).toBe(false);
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await look(page, first.sid)).results[index]?.discarded).toBe(true);
    await page.keyboard.press("Control+y");
    await expect.poll(async () => (await look(page, first.sid)).results[index]?.discarded).toBe(false);
    return index;
  });

  await test.step("replaces a value, then Enter moves through the doubtful values", async () => {
    await page.keyboard.press("Enter");
    expect(await focusedName(page)).toBe(`Code of sticker ${sticker + 1}`);
    await page.keyboard.type("000042");
    await page.keyboard.press("ArrowDown");
    expect(await focusedName(page)).toBe(`Quantity of sticker ${sticker + 1}`);
    await page.keyboard.type("17");
    await page.keyboard.press("Enter");
    const goOn = async (): Promise<void> => {
      for (let most = doubtful * 2; most > 0 && (await focusedName(page)) !== "Validate"; most -= 1) {
        if (sidOf(page) !== first.sid) return;
        const place = async (): Promise<string> => `${sidOf(page)} ${await focusedName(page)}`;
        const before = await place();
        await page.keyboard.press("Enter");
        await expect.poll(place).not.toBe(before);
      }
    };
    await goOn();
    const isOpen = async (): Promise<boolean> => (await look(page, first.sid)).results.some(isDoubtful);
    if (sidOf(page) === first.sid) {
      // Validate lists skipped results and leads to them.
      expect(await focusedName(page)).toBe("Validate");
      await page.keyboard.press("Enter");
      await expect(messageOf(page, /still invalid: correct or discard them first/)).toBeVisible();
      await goOn();
    }
    await expect.poll(isOpen, SAVED).toBe(false);
    const { results } = await look(page, first.sid);
    expect(results[sticker]).toMatchObject({ code: { value: "000042" }, quantity: { value: "17" } });
  });

  await test.step("after its last doubtful value the next photo with one opens; Shift+Enter goes back, also to that photo", async () => {
    await expect.poll(() => sidOf(page), SAVED).not.toBe(first.sid);
    const second = sidOf(page);
    await expect.poll(() => focusedName(page)).toMatch(/^Code of /);
    expect((await look(page, first.sid)).status).toBe("pending");
    await expect(page.getByRole("link", { name: "2 to approve" })).toBeVisible();
    await page.keyboard.press("Shift+Enter");
    await expect.poll(() => sidOf(page)).toBe(first.sid);
    await expect.poll(() => focusedName(page)).toMatch(/^Code of /);
    await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("g");
    await expect.poll(() => sidOf(page)).toBe(second);
    await expect.poll(() => focusedName(page)).toMatch(/^Code of /);
  });

  await test.step("Ctrl+Enter in a field names what prevents validation; after the last value all photos are on a sheet", async () => {
    const second = sidOf(page);
    await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible(SAVED);
    const { results } = await look(page, second);
    const open = results.filter(isDoubtful).length;
    await page.keyboard.press("Control+Enter");
    await expect(messageOf(page, `${open} results are still invalid: correct or discard them first.`)).toBeVisible();
    expect(sidOf(page)).toBe(second);
    for (let most = results.length * 2; most > 0 && sidOf(page) === second; most -= 1)
      await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/eventImages\/proof$/);
    await expect(page.getByRole("article")).toHaveCount(3);
  });

  await test.step("Enter on Validate validates and opens the next photo or sheet", async () => {
    await page.keyboard.press("1");
    await expect.poll(() => focusedName(page)).toBe("Validate");
    const shown = sidOf(page);
    await seeProofByKeys(page);
    // A press before the list has updated must not lead back to a finished image.
    const letRead = await holdBackList(page);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/eventImages\/proof/);
    await expect(page.getByRole("article")).toHaveCount(2);
    await expect.poll(async () => (await look(page, shown)).status).toBe("approved");
    await expect.poll(() => focusedName(page)).toMatch(/^(Approve these 2|Show the rest)$/);
    await seeProofByKeys(page);
    await page.keyboard.press("Enter");
    await expect(page.getByText("No other photo to review.")).toBeVisible();
    await letRead();
    const statuses = async (): Promise<string[]> => (await fetchImages(page, SLUG)).map(({ status }) => status);
    await expect.poll(statuses).toEqual(["approved", "approved", "approved"]);
    const [, , third] = await fetchImages(page, SLUG);
    await page.goto(`/projects/${SLUG}/eventImages/images/${third?.sid ?? ""}`);
    await expectPhotoWithPanel(page);
  });

  await test.step("S4.16 keys unlock, step, reject and recover, but not while typing", async () => {
    const third = sidOf(page);
    await page.keyboard.press("u");
    await expect(page.getByRole("button", { name: "Validate", exact: true })).toBeVisible();
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => sidOf(page)).not.toBe(third);
    await page.keyboard.press("Shift+ArrowLeft");
    await expect.poll(() => sidOf(page)).toBe(third);
    const noOther = page.getByText("No other photo to review.");
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => page.keyboard.press("g").then(() => sidOf(page))).toBe(third);
    await expect(noOther).toHaveCount(0);
    const letRead = await holdBackList(page);
    await page.keyboard.press("Shift+X");
    await expect(page.getByRole("button", { name: "Blurred" })).toBeFocused();
    await page.keyboard.press("3");
    await expect(page.getByText("Image successfully rejected")).toBeVisible();
    // It was the last photo to review; after another one the next opens.
    await expect(noOther).toBeVisible();
    await letRead();
    await expect(page.getByText("Wrong place")).toBeVisible();
    await expect(page.getByRole("button", { name: "Validate", exact: true })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Recover", exact: true })).toBeVisible();
    await page.keyboard.press("Shift+X");
    await expect(page.getByText("Image successfully recovered")).toBeVisible();
    await page.keyboard.press("a");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect.poll(() => focusedName(page)).toMatch(/^Code of /);
    const value = await page.evaluate(() => (document.activeElement as HTMLInputElement).value); // a field, as its name says
    await page.keyboard.press("Shift+ArrowLeft");
    await page.keyboard.press("u");
    await page.keyboard.press("5");
    expect(sidOf(page)).toBe(third);
    await page.keyboard.press("Escape"); // back to the value before the digit
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe(value); // the same field
  });
});

test("the keyboard sheet can be searched; changed and swapped keys survive a reload", async ({ page }) => {
  await signInByApi(page);
  const { sid } = await openFirst(page);
  await test.step("Tab passes through a photo that was opened from another one, also through its outlines", async () => {
    await page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => sidOf(page)).not.toBe(sid);
    await tabTo(page, "Picture", "Tab", 200);
  });
  const sheet = page.getByRole("dialog", { name: "Keys" });
  const row = (words: string) => sheet.getByRole("listitem", { name: words, exact: true });
  const keyOf = (words: string) => row(words).getByRole("button", { name: /^Change / });

  await test.step("opens from the help and by its own key", async () => {
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Help: Review of a photo" });
    await expect(help.getByRole("listitem").filter({ hasText: "Discard the label" })).toContainText("Delete");
    await expectNoSeriousViolations(page);
    await help.getByRole("button", { name: "All keys, and change them" }).click();
    await expect(sheet).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.keyboard.press("Control+/");
  });
  await expect(sheet).toBeVisible();
  await expect(sheet.getByRole("searchbox", { name: "Search keys" })).toBeFocused();
  await expectNoSeriousViolations(page);
  await page.keyboard.type("what the model");
  await expect(sheet.getByRole("listitem")).toHaveCount(1);
  await expect(keyOf("Restore what the model read")).toHaveText("R");

  await test.step("assigns a free key", async () => {
    await keyOf("Restore what the model read").click();
    await expect(sheet.getByRole("alert")).toHaveText("Press the new key, or Esc to cancel.");
    await page.keyboard.press("Tab");
    await expect(sheet.getByRole("alert")).toContainText("moves the focus");
    await page.keyboard.press("w");
    await expect(keyOf("Restore what the model read")).toHaveText("W");
  });

  await test.step("swaps a key that another action uses", async () => {
    await sheet.getByRole("searchbox", { name: "Search keys" }).fill("label");
    await keyOf("Next label").click();
    await page.keyboard.press("k");
    await expect(sheet.getByRole("alert")).toContainText("K is 'Previous label'.");
    await page.keyboard.press("Enter");
    await expect(keyOf("Next label")).toHaveText("K");
    await expect(keyOf("Previous label")).toHaveText("J");
    await expectNoSeriousViolations(page);
  });

  await test.step("Escape closes it; the new keys work after a reload and are shown in tooltips", async () => {
    await page.keyboard.press("Escape");
    await expect(sheet).toBeHidden();
    await page.reload();
    await expectPhotoWithPanel(page);
    await page.keyboard.press("a");
    await page.keyboard.press("k");
    const top = await focusedName(page);
    expect(top).toMatch(/^(Sticker|Shelf) \d+,/);
    await page.keyboard.press("k");
    expect(await focusedName(page)).not.toBe(top);
    await page.keyboard.press("j");
    expect(await focusedName(page)).toBe(top);
    await page.getByRole("button", { name: "Next label" }).hover();
    await expect(page.getByRole("tooltip").filter({ hasText: "Next label (K)" })).toBeVisible();
  });

  await test.step("resets one key, then all", async () => {
    await page.keyboard.press("Control+/");
    await row("Restore what the model read")
      .getByRole("button", { name: "Reset 'Restore what the model read'" })
      .click();
    await expect(keyOf("Restore what the model read")).toHaveText("R");
    await sheet.getByRole("button", { name: "Reset all" }).click();
    await expect(keyOf("Next label")).toHaveText("J");
    await expect(sheet.getByRole("button", { name: "Reset all" })).toHaveAttribute("aria-disabled", "true");
  });
});

// In each run the test above reviews by keys, create-event.spec.ts creates by keys, and journey.spec.ts goes from the sign-in to the export.
test(
  "sign-in to export without a mouse: the focus is visible, follows and is never trapped",
  { tag: NIGHTLY },
  async ({ page }) => {
    await page.goto("/login");
    await expect(page.getByLabel("E-mail")).toBeVisible();
    await tabTo(page, "E-mail");
    await page.keyboard.type(ADMIN.email);
    await tabTo(page, "Password");
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press("Enter");
    const arrivesAt = (screen: string): Promise<void> => expect.poll(() => focusedName(page)).toBe(screen);

    await test.step("each screen focuses its heading and sets the page title", async () => {
      await arrivesAt("Home");
      await tabTo(page, "Events", "Shift+Tab");
      await page.keyboard.press("Enter");
      await arrivesAt("Events");
      await expect(page).toHaveTitle("Events – Precount");
      await expect(page.getByRole("link", { name: "By keys" })).toBeVisible();
      await tabTo(page, "By keys");
      await page.keyboard.press("Enter");
      await arrivesAt("Event images – By keys");
      await expect(page.getByRole("row").filter({ hasText: PHOTOS[0]?.name ?? "" })).toBeVisible();
      // The choice between the two lists of an event keeps the focus.
      await tabTo(page, "Event images");
      await page.keyboard.press("ArrowRight");
      await expect(page).toHaveTitle("Ranges Control – By keys – Precount");
      await arrivesAt("Ranges Control");
      await page.keyboard.press("ArrowLeft");
      await expect(page).toHaveTitle("Event images – By keys – Precount");
      await arrivesAt("Event images");
    });

    await test.step("corrects a value on the last photo; Tab continues from Validate through the page", async () => {
      const name = PHOTOS[2]?.name ?? "";
      await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
      await tabTo(page, name);
      await page.keyboard.press("Enter");
      await expect(photoOf(page)).toBeVisible();
      await arrivesAt(`${name} – By keys`);
      await page.keyboard.press("j");
      while (!(await focusedName(page)).startsWith("Sticker")) await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      const value = await focusedName(page);
      expect(value).toMatch(/^Code of sticker \d+$/);
      await page.keyboard.type("000043");
      await page.keyboard.press("Enter");
      expect(await focusedName(page)).toBe("Validate");
      await page.keyboard.press("Shift+Tab");
      expect(await focusedName(page)).toBe(value);
      await page.keyboard.press("Enter");
      await tabTo(page, "Picture", "Tab", 200);
    });

    await test.step("validates; L returns to the list, which shows the new status", async () => {
      // The first one opens the proof in place of the list, also before a field that was just focused has selected its result.
      await page
        .getByRole("textbox", { name: /^Quantity of sticker/ })
        .last()
        .evaluate((field: HTMLElement) => {
          field.focus();
          field.dispatchEvent(
            new KeyboardEvent("keydown", {
              key: "Enter",
              code: "Enter",
              ctrlKey: true,
              bubbles: true,
              cancelable: true,
            }),
          );
        });
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      await scrollProof(page);
      await page.keyboard.press("Control+Enter");
      await expect(page.getByText("No other photo to review. L leads back to the list.")).toBeVisible();
      await page.keyboard.press("l");
      // The focus is on the image that was reviewed last.
      await arrivesAt(PHOTOS[2]?.name ?? "");
    });

    await test.step("completes the event and saves the report", async () => {
      await expect(page.getByRole("button", { name: "Complete", exact: true })).toBeEnabled();
      await tabTo(page, "Complete", "Shift+Tab");
      await page.keyboard.press("Enter");
      const dialog = page.getByRole("dialog");
      await expect(dialog.getByRole("button", { name: "Complete", exact: true })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("heading", { name: "Precount report – By keys – v1" })).toBeVisible();
      await arrivesAt("Precount report – By keys");
      await tabTo(page, "Download Export");
      await page.keyboard.press("Enter");
      await expect(dialog.getByRole("link", { name: "Download", exact: true })).toBeVisible();
      await tabTo(page, "Download");
      const download = page.waitForEvent("download");
      await page.keyboard.press("Enter");
      expect((await readFile(await (await download).path(), "utf8")).includes("000043")).toBe(true);
    });
  },
);
