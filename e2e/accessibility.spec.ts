import { join } from "node:path";
import { expectNothingSerious } from "./support/axe.ts";
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

for (const colorScheme of ["light", "dark"] as const) {
  test(`axe finds nothing serious on the way to a photo, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.goto("/login");
    await expectNothingSerious(page);
    await signIn(page);
    await expectNothingSerious(page);
    await createEvent(page, `Looks ${colorScheme}`);
    await expectNothingSerious(page);
    await uploadPhotos(page, [PHOTO]);
    await expectNothingSerious(page);
    await page.getByRole("link", { name: `Back to Looks ${colorScheme}` }).click();
    await expect(page.getByRole("row").filter({ hasText: "Portrait_1.jpg" })).toBeVisible();
    await expectNothingSerious(page);
    await page.getByRole("link", { name: "Portrait_1.jpg" }).click();
    await expect(page.getByRole("img", { name: "Photo Portrait_1.jpg" })).toBeVisible();
    await expectNothingSerious(page);
    for (const [path, heading] of SCREENS) {
      await page.goto(path);
      await expect(page.getByRole("heading", { name: heading, level: 1 })).toBeVisible();
      await expectNothingSerious(page);
    }
  });
}
