import { readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { fetchImage, fetchImages, mutate } from "./support/api.ts";
import { prepareEventWithPhotos } from "./support/review.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test.setTimeout(300_000);

const SLUG = "queue";
const COUNT = 6;

const queue = (page: Page): Locator => page.getByRole("region", { name: "Detection queue" });
const chip = (page: Page, name: string): Locator => page.getByRole("button", { name: new RegExp(`^${name} ?\\d+$`) });

async function openAnalyze(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Analyze" }).click();
  return page.getByRole("dialog", { name: "Analyze" });
}

/** The dialog closes once the server has queued the images. */
async function analyze(page: Page): Promise<void> {
  const dialog = await openAnalyze(page);
  await dialog.getByRole("combobox", { name: "Model" }).click();
  await page.locator(".ant-select-dropdown").getByTitle("Fake model").click();
  await dialog.getByRole("button", { name: "Analyze" }).click();
  await expect(dialog).toBeHidden();
}

test("S4.02 S5.12 S8.03 S8.11 analyze an event, watch and cancel the queue, and retry a failed job", async ({
  page,
  server,
}) => {
  await prepareEventWithPhotos(page, "Queue", createSmallPhotos(COUNT));
  await page.goto(`/projects/${SLUG}/eventImages?sort=name`);
  await expect(chip(page, "Pending")).toContainText(String(COUNT), { timeout: 60_000 });
  await expect(queue(page)).toBeHidden();

  await test.step("Analyze shows the warning, needs a model and reports queued and skipped images", async () => {
    await page.getByRole("button", { name: "Validate 01.jpg" }).click();
    await expect(chip(page, "Approved")).toContainText("1");
    await server.kill();
    await server.restart({ worker: false });
    await page.reload();
    const dialog = await openAnalyze(page);
    await dialog.getByRole("button", { name: "Analyze" }).click();
    await expect(dialog).toContainText(
      "This will queue new inferences using the chosen model for all images in the project. This may take a while.",
    );
    await expect(dialog.getByText("Please select a model")).toBeVisible();
    await dialog.getByRole("combobox", { name: "Model" }).click();
    await page.getByTitle("Fake model").click();
    await expectNoSeriousViolations(page);
    await dialog.getByRole("button", { name: "Analyze" }).click();
    await expect(page.getByText("Project analyze successfully queued: 5 queued, 1 skipped")).toBeVisible();
  });

  const review = await page.context().newPage();
  await test.step("shows the waiting jobs; canceling restores the images", async () => {
    await expect(queue(page)).toContainText("0 of 5 done · 5 queued");
    await expect(page.getByRole("row").filter({ hasText: "02.jpg" })).toContainText("Queued");
    await expectNoSeriousViolations(page);
    const desk = page.viewportSize() ?? { width: 1440, height: 900 };
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(page.getByRole("button", { name: "Detection queue, 0 %: 0 of 5 done · 5 queued" })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.setViewportSize(desk);
    // S2.41: Detect Objects stays, with the reason why it is disabled.
    const photo = (await fetchImages(page, SLUG)).find(({ name }) => name === "02.jpg");
    const [detection] = (await fetchImage(page, SLUG, photo?.sid ?? "")).detections;
    await mutate(page, "imageDetection.deleteImageDetection", { sid: detection?.sid });
    await review.goto(`/projects/${SLUG}/eventImages/images/${photo?.sid}`);
    await expect(review.getByRole("button", { name: "Detect Objects" })).toHaveAttribute("aria-disabled", "true");
    await expect(review.getByText(/^This photo is in the queue and waits for a worker\./)).toBeVisible();
    await expectNoSeriousViolations(review);
    await queue(page).getByRole("button", { name: "Cancel detections" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Cancel 5 waiting detections?");
    await dialog.getByRole("button", { name: "Cancel detections" }).click();
    await expect(page.getByText("5 detections canceled")).toBeVisible();
    await expect(queue(page)).toBeHidden();
    await expect(page.getByRole("row").filter({ hasText: "02.jpg" })).not.toContainText("Queued");
    await expect(chip(page, "Pending")).toContainText("4");
  });

  await test.step("a worker empties the queue, and the page follows without a reload", async () => {
    await analyze(page);
    await expect(queue(page)).toContainText("5 queued");
    await review.getByRole("button", { name: "Reject", exact: true }).last().click();
    const reasons = review.getByRole("dialog", { name: "Why is this photo rejected?" });
    await expect(reasons).toBeVisible();
    await server.kill();
    await server.restart();
    await expect(queue(page)).toBeHidden({ timeout: 60_000 });
    // The detection that arrives meanwhile does not close the dialog.
    await expect(review.getByText("No detections yet")).toHaveCount(0);
    await expect(reasons).toBeVisible();
    await review.close();
  });

  await test.step("an image with a missing file fails with its reason in row and notification, and Retry succeeds once the file is back", async () => {
    const image = (await fetchImages(page, SLUG)).find(({ name }) => name === "03.jpg");
    const file = await fileOf(server.dataDir, page, image?.sid ?? "");
    await rename(file, `${file}.away`);
    await analyze(page);
    const state = async (): Promise<string | undefined> => (await fetchImage(page, SLUG, image?.sid ?? "")).job?.state;
    await expect.poll(state, { timeout: 120_000 }).toBe("failed");
    await expect(chip(page, "Failed")).toContainText("1", { timeout: 60_000 });
    await chip(page, "Failed").click();
    await expect(page).toHaveURL(/mark=failed/);
    await expect(page.getByText(`1 of ${COUNT} images · failed`, { exact: true })).toBeVisible();
    const row = page.getByRole("row").filter({ hasText: "03.jpg" });
    await expect(row).toContainText("file is missing");
    await expectNoSeriousViolations(page);

    const failure = async (): Promise<string | null> => {
      const { job } = await fetchImage(page, SLUG, image?.sid ?? "");
      return job?.state === "failed" ? job.updatedAt : null;
    };
    /** The file is still missing, so the job fails again. Until then the row shows the former failure. */
    const failAgain = async (retry: () => Promise<void>): Promise<void> => {
      const former = await failure();
      await retry();
      await expect.poll(async () => ![null, former].includes(await failure()), { timeout: 60_000 }).toBe(true);
    };
    const notice = page.getByRole("alert").filter({ hasText: "Detection failed: 03.jpg" });
    await expect(notice).toContainText("file is missing");
    await failAgain(() => notice.getByRole("button", { name: "Retry" }).click());
    await expect(notice).toHaveCount(1);
    await failAgain(async () => {
      await page.getByRole("button", { name: "Retry all 1" }).click();
      await expect(page.getByText("1 detection queued again")).toBeVisible();
    });
    await expect(row).toContainText("file is missing", { timeout: 60_000 });
    await rename(`${file}.away`, file);
    await row.getByRole("button", { name: "Retry 03.jpg" }).click();
    await expect(page.getByText("No image matches.")).toBeVisible({ timeout: 60_000 });
    await expect(chip(page, "Failed")).toContainText("0");
  });
});

/** Path of a photo's blob in the server's data directory. */
async function fileOf(dataDir: string, page: Page, sid: string): Promise<string> {
  const { sha256 } = (await fetchImage(page, SLUG, sid)).file;
  const folder = join(dataDir, "blobs");
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(sha256.slice(-16)));
  return join(folder, found ?? sha256);
}
