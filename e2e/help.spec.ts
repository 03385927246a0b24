import { expectNothingSeriousInBoth } from "./support/axe.ts";
import { beSignedIn, makeEvent } from "./support/prepare.ts";
import { expect, test } from "./support/server.ts";

test("? opens the help of the screen one is on, by key and by button, and Escape gives the focus back", async ({
  page,
}) => {
  await beSignedIn(page);
  const slug = await makeEvent(page, "Asked about");
  await page.goto(`/projects/${slug}/areas`);
  const help = page.getByRole("dialog");
  const search = page.getByRole("searchbox", { name: "Search areas" });
  const add = page.getByRole("button", { name: "Add areas" }).first();

  await test.step("not while somebody types", async () => {
    await search.fill("1");
    await page.keyboard.press("?");
    await expect(search).toHaveValue("1?");
    await expect(help).toBeHidden();
    await search.fill("");
  });

  await test.step("by its key, from what has the focus and back to it", async () => {
    await add.focus();
    await page.keyboard.press("?");
    await expect(help).toHaveAccessibleName("Help: Ranges Control");
    await expect(help.getByRole("listitem").filter({ hasText: "From tile to tile" })).toBeVisible();
    await expect(help.getByText("it counts as accounted for", { exact: false })).toBeVisible();
    await expectNothingSeriousInBoth(page);
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(add).toBeFocused();
  });

  await test.step("by its button, on another screen", async () => {
    await page.getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    const button = page.getByRole("button", { name: "Help" });
    await button.click();
    await expect(help).toHaveAccessibleName("Help: Home");
    await page.keyboard.press("Escape");
    await expect(help).toBeHidden();
    await expect(button).toBeFocused();
  });
});

test("whoever cannot sign in reads what to do", async ({ page }) => {
  await page.goto("/login");
  await page.getByText("Help with signing in").click();
  await expect(page.getByText("Ask an admin for a new link.", { exact: false })).toBeVisible();
  await expectNothingSeriousInBoth(page);
});
