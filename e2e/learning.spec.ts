import type { Locator, Page } from "@playwright/test";
import type { LearningOverview } from "@precount/domain";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { fetchImage, fetchImages, mutate, query } from "./support/api.ts";
import { expectNoSeriousViolations, expectNoSeriousViolationsInBothThemes } from "./support/axe.ts";
import { addLearnedModel } from "./support/learned-model.ts";
import { openScreen } from "./support/open-screen.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { createEventByApi, signInByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { expect, test } from "./support/server.ts";
import { createUser } from "./support/users.ts";

// A server of its own: collecting examples and using a learned model change what the server does for all events.
test.use({ serverEnv: { FAKE_MODEL: "true" } });

const rowOf = (page: Page, name: string): Locator => page.getByRole("row").filter({ hasText: name });

const countExamples = async (page: Page): Promise<number> =>
  (await query<LearningOverview>(page, "learning.fetchOverview", undefined)).counts.stickers;

/** Confirms the dialog with this title. */
async function confirm(page: Page, title: string, verb: string): Promise<void> {
  await page.getByRole("dialog", { name: title }).getByRole("button", { name: verb, exact: true }).click();
}

test("an admin lets a group's events give examples, compares a learned model, uses it and rolls it back", async ({
  page,
  server,
}) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Learning");
  await uploadPhotosByApi(page, slug, createSmallPhotos(1));
  await mutate(page, "group.createGroup", { name: "North" });
  await page.goto("/models");

  await test.step("collecting is off until it is switched on", async () => {
    await page.getByRole("link", { name: "Learning" }).click();
    await expect(page.getByText(/^No examples yet\. Switch on collecting for a group/)).toBeVisible();
    const collect = page.getByRole("checkbox", { name: "Collect examples from the events of Everyone" });
    await expect(collect).not.toBeChecked();
    await collect.click();
    await expect(collect).toBeChecked();
    // The change of another admin appears by itself.
    const { groups } = await query<LearningOverview>(page, "learning.fetchOverview", undefined);
    const north = groups.find(({ name }) => name === "North");
    await mutate(page, "group.setCollectsExamples", { sid: north?.sid, collects: true });
    await expect(page.getByRole("checkbox", { name: "Collect examples from the events of North" })).toBeChecked({
      timeout: 20_000,
    });
    await expectNoSeriousViolationsInBothThemes(page);
  });

  await test.step("an approved photo gives its stickers, too few for a training run", async () => {
    const [image] = await fetchImages(page, slug);
    const [detection] = (await fetchImage(page, slug, image?.sid ?? "")).detections;
    await mutate(page, "imageDetection.validateImageDetection", { sid: detection?.sid });
    await expect.poll(() => countExamples(page), { timeout: 60_000 }).toBe(2);
    await page.reload();
    await expect(page.getByText("2 stickers (2 unchanged), 2 since the last training run.")).toBeVisible();
    await rowOf(page, "Everyone").getByRole("button", { name: "Actions for Everyone" }).click();
    await expect(page.getByRole("menuitem", { name: /^Learn now/ })).toContainText(
      "There are 2 examples; at least 100 are needed.",
    );
    await page.keyboard.press("Escape");
  });

  const refused = await addLearnedModel(server, "Precount, learned on Monday", "refused");
  await addLearnedModel(server, "Precount, learned on Tuesday", "accepted");

  await test.step("a model that is not proven better cannot be used", async () => {
    await openScreen(page, `/models/learning/${refused}`);
    await expect(page.getByText("Not proven better")).toBeVisible();
    const use = page.getByRole("button", { name: "Use for new photos" });
    await expect(use).toHaveAttribute("aria-disabled", "true");
    await use.hover();
    await expect(page.getByRole("tooltip")).toContainText("Not clearly better on the 60 held-out stickers.");
  });

  await test.step("the report compares the models and shows a fixed sticker", async () => {
    await openScreen(page, "/models");
    await page.getByRole("link", { name: "Precount, learned on Tuesday" }).click();
    await expect(page.getByText("it reads 5 better and 0 worse")).toBeVisible();
    await expect(page.getByRole("row", { name: /^Codes read right/ })).toContainText(/90\.0 %.*98\.3 %.*99\.7 %/);
    await expect(page.getByText("No digit was confused.")).toBeVisible();
    const crop = page.getByRole("img", { name: "Sticker, read as 712345 × 1 before and 112345 × 7 after" });
    await expect(crop).toHaveJSProperty("complete", true);
    expect(await crop.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(20);
    await expectNoSeriousViolationsInBothThemes(page);
  });

  await test.step("it reads new photos after a confirmation, and no longer after a rollback", async () => {
    await page.getByRole("button", { name: "Use for new photos" }).click();
    await confirm(page, "Use Precount, learned on Tuesday for new photos?", "Use it");
    await expect(page.getByText("Precount, learned on Tuesday reads new photos from now on")).toBeVisible();
    await expect(page.getByText("In use. Was proven better than Fake model, which it replaced")).toBeVisible();
    await openScreen(page, "/models/learning");
    await expect(rowOf(page, "North")).toContainText("Precount, learned on Tuesday from Everyone");
    await page.getByRole("button", { name: "Actions for North" }).click();
    await expect(page.getByRole("menuitem", { name: /^Roll back the model/ })).toContainText(
      "no learned model of its own",
    );
    await page.keyboard.press("Escape");
    await expect(page.getByRole("row", { name: /^Everyone/ }).getByRole("link")).toHaveText(
      "Precount, learned on Tuesday",
    );
    await page.getByRole("button", { name: "Actions for Everyone" }).click();
    await page.getByRole("menuitem", { name: "Roll back the model" }).click();
    await confirm(page, "Stop using Precount, learned on Tuesday?", "Roll back");
    await expect(page.getByRole("row", { name: /^Everyone/ }).getByText("none")).toBeVisible();
  });

  await test.step("all examples can be deleted", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Delete all examples" }).click();
    await expectNoSeriousViolations(page);
    await confirm(page, "Delete all examples?", "Delete");
    await expect(page.getByText("2 examples deleted")).toBeVisible();
    await expect(page.getByText(/^No examples yet/)).toBeVisible();
    expect(await countExamples(page)).toBe(0);
  });
});

test("a model that the worker has just added opens, though the browser's list of models is older", async ({
  page,
  server,
}) => {
  await signInByApi(page);
  // The list stays as fresh as when it was loaded.
  await page.clock.setFixedTime(new Date());
  await page.goto("/models");
  await expect(page.getByRole("link", { name: "Learning" })).toBeVisible();
  const added = await addLearnedModel(server, "Precount, learned on Friday", "accepted");
  await openScreen(page, `/models/learning/${added}`);
  await expect(page.getByRole("heading", { name: "Precount, learned on Friday" })).toBeVisible();
});

// users.spec.ts refuses both addresses in each run.
test("regular users see neither learning nor reports", { tag: NIGHTLY }, async ({ page, server }) => {
  const account = await createUser(server, "Ida Rhodes");
  await signInByApi(page, account);
  for (const address of ["/models/learning", "/models/learning/unknown"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Forbidden" })).toBeVisible();
  }
});
