import { type Page, type Request, expect } from "@playwright/test";
import { ADMIN } from "./server.ts";

/** Ends the session when the page sends its next change. Ended before, a query of the page could ask for the sign-in first. */
export const endSessionAtNextChange = (page: Page): Promise<void> =>
  endSessionAt(page, /\/trpc\//, (request) => request.method() === "POST");

/** Ends the session when the page or a tab that it opens sends the next request to such an address. */
export async function endSessionAt(
  page: Page,
  address: RegExp,
  isMeant: (request: Request) => boolean = () => true,
): Promise<void> {
  let isEnded = false;
  await page.context().route(address, async (route) => {
    if (!isEnded && isMeant(route.request())) {
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
