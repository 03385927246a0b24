import type { Page } from "@playwright/test";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createUser } from "./support/users.ts";
import { expect, testWithServices as test } from "./support/test-with-services.ts";
import { UNVERIFIED } from "./support/work-account-provider.ts";

// The provider's certificate is self-signed.
test.use({ ignoreHTTPSErrors: true });

const BUTTON = "Sign in with Example Work";

/** Signs in through the provider, starting with Precount's button. */
async function signInAs(page: Page, login: string): Promise<void> {
  await page.getByRole("button", { name: BUTTON }).click();
  await page.getByPlaceholder("Enter any login").fill(login);
  await page.getByPlaceholder("and password").fill("whatever");
  await page.getByRole("button", { name: "Sign-in" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("S2.01 S7.19 S8.12 a user created by an admin signs in with a work account and reaches the requested page", async ({
  page,
  server,
}) => {
  const person = await createUser(server, "Ada Lovelace");
  await page.goto("/projects?search=spring");
  await page.getByRole("button", { name: "Back to login" }).click();
  const [asked] = await Promise.all([page.waitForRequest(/response_type=code/), signInAs(page, person.email)]);
  const wanted = new URL(asked.url()).searchParams;
  expect(wanted.get("scope")?.split(" ")).toContain("User.Read");
  expect(wanted.get("domain_hint")).toBe("example.test");
  await expect(page.getByText("Example Work login successful, welcome back")).toBeVisible();
  await expect(page).toHaveURL(/\/projects\?search=spring/);
  await expect(page.getByRole("button", { name: "User menu of Ada Lovelace" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("session"))).toMatch(/^[a-z0-9]{24}$/);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toMatch(/eyJ[\w-]+\./); // Every token begins like this.
  await page.reload();
  await expect(page.getByRole("button", { name: "User menu of Ada Lovelace" })).toBeVisible();
});

test("S2.02 signing out offers to sign out at the provider, which then asks for the account again", async ({
  page,
  server,
}) => {
  const person = await createUser(server, "Grace Hopper");
  await page.goto("/login");
  await signInAs(page, person.email);
  await page.getByRole("button", { name: "User menu of Grace Hopper" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page.getByText("You have been properly logged out")).toBeVisible();
  await expect(page.getByRole("button", { name: "Back to login" })).toBeVisible();
  await expectNoSeriousViolations(page);
  // Otherwise the provider still has a session for the person.
  await page.getByRole("button", { name: "Logout from Example Work" }).click();
  await page.getByRole("button", { name: "Yes, sign me out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.getByRole("button", { name: BUTTON }).click();
  await expect(page.getByPlaceholder("Enter any login")).toBeVisible();
});

test("S8.05 an unknown user and a user with an unverified e-mail are refused with the same message", async ({
  page,
  server,
}) => {
  const person = await createUser(server, `${UNVERIFIED}Nobody`);
  const words: (string | null)[] = [];
  for (const login of ["stranger@example.test", person.email]) {
    await page.context().clearCookies();
    await page.goto("/login");
    await signInAs(page, login);
    const failure = page.getByRole("alert");
    await expect(failure).toContainText("There was an error logging in via Example Work");
    words.push(await failure.textContent());
    expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
  }
  expect(words[0]).toBe(words[1]);
  expect(words[0]).toContain("This work account may not sign in here. Ask an admin for access.");
  await expectNoSeriousViolations(page);
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("E-mail")).toBeVisible();
});

test("S2.03 a sign-in canceled at the provider shows its error and can be started again", async ({ page, server }) => {
  const person = await createUser(server, "Edsger Dijkstra");
  await page.goto("/login");
  await page.getByRole("button", { name: BUTTON }).click();
  await page.getByRole("link", { name: "Cancel" }).click();
  await expect(page).toHaveURL(/\/msal-spa-response/);
  const failure = page.getByRole("alert");
  await expect(failure).toContainText("There was an error logging in via Example Work");
  await expect(failure).toContainText("access_denied");
  await expect(failure).toContainText("End-User aborted interaction");
  await page.getByRole("button", { name: "Back to login" }).click();
  await signInAs(page, person.email);
  await expect(page.getByText("Example Work login successful, welcome back")).toBeVisible();
});

test("S2.03 S8.05 the error in the address is shown as text; without one it is unknown_error, n/a", async ({
  page,
}) => {
  const hostile = encodeURIComponent('<img src=x onerror="document.title=1">');
  await page.goto(`/msal-spa-response#error=${hostile}&error_description=${hostile}${"x".repeat(5000)}`);
  const failure = page.getByRole("alert");
  await expect(failure).toContainText('<img src=x onerror="document.title=1">');
  await expect(page.getByRole("alert").getByRole("img", { includeHidden: false })).toHaveCount(1); // The icon of the alert.
  expect((await failure.textContent())?.length).toBeLessThan(700);
  await page.goto("/login");
  await page.goto("/msal-spa-response");
  await expect(failure).toContainText("There was an error logging in via Example Work");
  await expect(failure).toContainText("unknown_error");
  await expect(failure).toContainText("n/a");
  // A response that was not requested must not sign anyone in.
  await page.goto("/login");
  await page.goto("/msal-spa-response#code=stolen&state=e30");
  await expect(failure).toContainText("unknown_error");
  expect(await page.evaluate(() => localStorage.getItem("session"))).toBeNull();
});

test("MSAL is loaded on the sign-in pages only", async ({ page }) => {
  const scripts: string[] = [];
  page.on("response", (response) => void (/\/msal-[^/]*\.js$/.test(response.url()) && scripts.push(response.url())));
  await page.goto("/logout");
  await expect(page.getByRole("button", { name: "Logout from Example Work" })).toBeVisible();
  expect(scripts).toEqual([]);
  const loaded = page.waitForResponse(/\/msal-[^/]*\.js$/);
  await page.getByRole("button", { name: "Back to login" }).click();
  await loaded;
});
