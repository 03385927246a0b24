import { join } from "node:path";
import { expectNothingSeriousInBoth } from "./support/axe.ts";
import { createEvent, signIn, uploadPhotos } from "./support/person.ts";
import { expect, test } from "./support/server.ts";

const PHOTO = join(import.meta.dirname, "../photos/test-data/orientation/Portrait_1.jpg");
/** As they are before anybody has done anything. */
const SCREENS = [
  ["/pages", "Pages"],
  ["/experiments", "Experiments"],
  ["/experiments/stickers", "Stickers"],
  ["/experiments/extracts", "Extracts"],
] as const;

test("axe finds nothing serious on the way to a photo, light and dark", async ({ page }) => {
  await page.goto("/login");
  await expectNothingSeriousInBoth(page);
  await signIn(page);
  await expectNothingSeriousInBoth(page);
  await createEvent(page, "Looks");
  await expectNothingSeriousInBoth(page);
  await uploadPhotos(page, [PHOTO]);
  await expectNothingSeriousInBoth(page);
  await page.getByRole("link", { name: "Back to Looks" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Portrait_1.jpg" })).toBeVisible();
  await expectNothingSeriousInBoth(page);
  await page.getByRole("link", { name: "Portrait_1.jpg" }).click();
  await expect(page.getByRole("img", { name: "Photo Portrait_1.jpg" })).toBeVisible();
  await expectNothingSeriousInBoth(page);
  for (const [path, heading] of SCREENS) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
    await expectNothingSeriousInBoth(page);
  }
});
