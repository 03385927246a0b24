import type { Page } from "@playwright/test";
import { signInByApi } from "./support/prepare-by-api.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

/*
 * support/server.ts fails the run if a browser reported a Content-Security-Policy violation. These tests prove that violations are
 * blocked and reported.
 */

/** Waits for the expected report and removes it, so that it does not fail the run. */
async function expectReport(reports: string[], directive: string): Promise<void> {
  await expect.poll(() => reports.join("\n")).toContain(`"directive":"${directive}"`);
  reports.length = 0;
}

/** Injects HTML as an attacker would. */
const slipIn = (page: Page, html: string): Promise<void> =>
  page.evaluate((given) => document.body.insertAdjacentHTML("beforeend", given), html);

test("an inline script, a style, an inline handler and a foreign address are blocked and reported", async ({
  page,
  server,
}) => {
  await page.goto("/login");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await slipIn(page, "<style>body { background: red }</style>");
  await expectReport(server.policyReports, "style-src-elem");
  await slipIn(page, '<img src="data:," alt="" onerror="document.title = 1">');
  await expectReport(server.policyReports, "script-src-attr");
  await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'mine'";
    document.body.append(script);
  });
  await expectReport(server.policyReports, "script-src-elem");
  expect(await page.evaluate(() => fetch("https://elsewhere.invalid/").catch(() => "stopped"))).toBe("stopped");
  await expectReport(server.policyReports, "connect-src");
  await expect(page).toHaveTitle("Sign in – Precount");
});

test("the app's own styles work with a nonce that differs in each response", async ({ page, server }) => {
  await signInByApi(page);
  await page.goto("/projects/create");
  const styles = await page.evaluate(() => Array.from(document.querySelectorAll("style"), ({ nonce }) => nonce));
  expect(styles.length).toBeGreaterThan(0);
  expect(new Set(styles).size).toBe(1);
  const policies = await Promise.all(
    [1, 2].map(async () => (await page.request.get("/")).headers()["content-security-policy"] ?? ""),
  );
  expect(policies[0]).not.toBe(policies[1]);
  expect(policies[0]).not.toContain("unsafe");
  expect(server.policyReports).toEqual([]);
});
