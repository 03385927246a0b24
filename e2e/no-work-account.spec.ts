import { expectNoSeriousViolations } from "./support/axe.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test("S2.01 S2.02 without a configured provider the work-account buttons give the reason", async ({ page }) => {
  const reason = "No work-account provider is set up here.";
  await page.goto("/login");
  const button = page.getByRole("button", { name: "Sign in with a work account" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.hover();
  await expect(page.getByRole("tooltip").filter({ hasText: reason })).toBeVisible();
  await button.press("Enter");
  await expect(page).toHaveURL("/login");
  await expectNoSeriousViolations(page);
  await page.goto("/logout");
  await page.getByRole("button", { name: "Logout from a work account" }).hover();
  await expect(page.getByRole("tooltip").filter({ hasText: reason })).toBeVisible();
  await page.goto("/msal-spa-response");
  await expect(page.getByRole("alert")).toContainText(reason);
});
