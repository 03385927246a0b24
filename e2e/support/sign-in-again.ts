import { type Page, expect } from "@playwright/test";
import { ADMIN } from "./server.ts";

/** Ends the session when the page sends its next change. Ended before, a query of the page could ask for the sign-in first. */
export async function endSessionAtNextChange(page: Page): Promise<void> {
  let isEnded = false;
  await page.route(/\/trpc\//, async (route) => {
    if (!isEnded && route.request().method() === "POST") {
      isEnded = true;
      await page.context().clearCookies();
    }
    await route.fallback();
  });
}

/** Signs in as the administrator in the dialog that opens over a page with input when the session has ended (PD-178). */
export async function signInOverPage(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await dialog.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog).toBeHidden();
}
