import type { Page } from "@playwright/test";

/** The app's router, which the page exposes under this name. */
export type Router = { routesByPath: object; navigate(to: { href: string }): Promise<void> };

/**
 * Opens an address with the app's router, like a click on a link. Loading the app again takes four times the processor time. Use
 * `page.goto` where the load is the subject, or where the address is already open.
 */
export const openScreen = (page: Page, address: string): Promise<void> =>
  page.evaluate((href) => (Reflect.get(globalThis, "__TSR_ROUTER__") as Router).navigate({ href }), address);

/** Opens an address in the app if this page has loaded it, and loads the app with the address otherwise. */
export async function openApp(page: Page, address: string): Promise<void> {
  if (await isAppLoaded(page)) await openScreen(page, address);
  else await page.goto(address);
}

export const isAppLoaded = (page: Page): Promise<boolean> => page.evaluate(() => "__TSR_ROUTER__" in globalThis);
