import { expectNoSeriousViolations } from "./support/axe.ts";
import { createEventByApi, signInByApi } from "./support/prepare-by-api.ts";
import { openScreen } from "./support/open-screen.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test("S2.12 S2.51 S4.09 S5.13 S8.12 S9.04 event settings are saved, validated with messages, and unchanged after Cancel", async ({
  page,
}) => {
  await signInByApi(page);
  await createEventByApi(page, "Settings");
  await page.goto("/projects/settings/settings");
  await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
  const rotation = page.getByLabel("Default Rotation");
  const threshold = page.getByLabel("Rejection Threshold");
  await expect(page.getByTitle("Automatic", { exact: true })).toBeVisible();
  await expect(threshold).toHaveValue("90");
  await expectNoSeriousViolations(page);

  for (const wrong of ["-1", "101"]) {
    await threshold.fill(wrong);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Rejection threshold must be a number from 0 to 100")).toBeVisible();
  }
  await threshold.fill("75");
  await rotation.click();
  await page.getByTitle("90° clockwise").click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const saved = page.getByText("Project settings successfully updated");
  await expect(saved).toBeVisible();

  await threshold.fill("10");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/projects(\?|$)/);
  // From another screen of the app Cancel leads back there (PD-71).
  await openScreen(page, "/projects/settings/eventImages");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { name: "Settings: Settings" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/projects\/settings\/eventImages/);
  await openScreen(page, "/projects/settings/settings");
  await expect(threshold).toHaveValue("75");
  await expect(page.getByTitle("90° clockwise")).toBeVisible();

  // An empty field means the default; letters are ignored.
  await threshold.fill("");
  // The message of the first save is shown for three seconds.
  await expect(saved).toHaveCount(0);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(saved).toBeVisible();
  await page.reload();
  await expect(threshold).toHaveValue("90");
  await threshold.fill("x");
  await threshold.blur();
  await expect(threshold).toHaveValue("90");
});
