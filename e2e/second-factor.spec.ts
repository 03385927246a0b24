import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { NIGHTLY } from "./support/is-exhaustive.ts";
import { mutate } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { openScreen } from "./support/open-screen.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { type RunningServer, databaseUrlOf, expect, testWithFakeModel as test } from "./support/server.ts";
import { endSessionAtNextChange, signInOverPage } from "./support/sign-in-again.ts";
import { totpCode } from "./support/totp.ts";
import { createUser } from "./support/users.ts";

const AGE_CONFIRMATIONS = join(import.meta.dirname, "../server/src/testing/age-confirmations.ts");

/** A device with a passkey store that verifies its user without a dialog. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function enterPassword(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await openScreen(page, "/logout");
  await expect(page.getByText("You have been properly logged out")).toBeVisible();
  await page.getByRole("button", { name: "Back to login" }).click();
}

/** Creates a user, signs in with the password and opens the account page. `site` has a host name, which passkeys need. */
async function openAccount(page: Page, server: RunningServer, name: string) {
  const account = await createUser(server, name);
  const site = server.url.replace("127.0.0.1", "localhost");
  await addAuthenticator(page);
  await page.goto(`${site}/login`);
  await enterPassword(page, account);
  await expect(page.getByText("Login successful, welcome back")).toBeVisible();
  await openScreen(page, "/account");
  return { account, site };
}

// shell.spec.ts keeps a changed form over an ended session in each run, and blind-count.spec.ts a typed rule.
test("PD-178 the fields of a new authenticator app stay over an ended session", { tag: NIGHTLY }, async ({ page }) => {
  await signInByApi(page);
  await page.goto("/account");
  await page.getByRole("button", { name: "Add authenticator app" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an authenticator app" });
  await dialog.getByLabel("Name").fill("Work phone");
  await dialog.getByLabel("Code that the app shows").fill("000000");
  await endSessionAtNextChange(page);
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await signInOverPage(page);
  await expect(page.getByText("This code does not fit.")).toBeVisible();
  await expect(dialog.getByLabel("Name")).toHaveValue("Work phone");
});

test("PD-113 a user adds an authenticator app and a passkey, and signs in with each", async ({ page, server }) => {
  const { account, site } = await openAccount(page, server, "Second Factor");
  const key = await test.step("the app", async () => {
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    await expect(page.getByRole("img", { name: "QR code of the key" })).toBeVisible();
    const shown = (await page.getByRole("dialog").locator(".pc-code").textContent()) ?? "";
    await expect(page.getByLabel("Code that the app shows")).toBeFocused();
    await page.getByLabel("Code that the app shows").fill(totpCode(shown));
    await page.getByLabel("Code that the app shows").press("Enter");
    await expect(page.getByLabel("Recovery codes", { exact: true })).toHaveText(/([a-z2-7]{4}-){5}[a-z2-7]{4}/);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(page.getByText("10 recovery codes left.")).toBeVisible();
    return shown;
  });
  await test.step("the passkey", async () => {
    await page.getByRole("button", { name: "Add passkey" }).click();
    await expect(page.getByRole("button", { name: /^Remove Passkey/ })).toBeVisible();
    await expectNoSeriousViolations(page);
  });
  await test.step("sign-in with a code", async () => {
    await signOut(page);
    await enterPassword(page, account);
    // The current code was used to add the app.
    await page.getByLabel("Code from your authenticator app").fill(totpCode(key, Date.now() + 30_000));
    await expectNoSeriousViolations(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  });
  await test.step("sign-in with the passkey alone, which remembers the user", async () => {
    await signOut(page);
    await page.getByLabel("Remember me").check();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
    const cookies = await page.context().cookies(site);
    // The cookie of a session without remember-me has no expiry.
    expect(cookies.find(({ name }) => name === "precount")?.expires).toBeGreaterThan(Date.now() / 1000);
  });
  await test.step("PD-117 a proof is asked again before a sensitive action, and the action then happens", async () => {
    await openScreen(page, "/account");
    await expect(page.getByRole("button", { name: /^Remove Passkey/ })).toBeVisible();
    const args = [AGE_CONFIRMATIONS, databaseUrlOf(server), account.email, "11"];
    await promisify(execFile)(process.execPath, args);
    await page.getByRole("button", { name: /^Remove Passkey/ }).click();
    await page.getByRole("button", { name: "Remove", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" });
    await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
    await expectNoSeriousViolations(page);
    await page.keyboard.type("Not-the-password-1");
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("alert")).toHaveText("The password is wrong.");
    await dialog.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByText("Second factor successfully removed")).toBeVisible();
    await expect(page.getByRole("button", { name: /^Remove Passkey/ })).toHaveCount(0);
  });
  await test.step("a removed passkey is refused", async () => {
    await signOut(page);
    await expect(page.getByLabel("E-mail")).toHaveValue(account.email);
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("region", { name: "Sign in" }).getByRole("alert")).toHaveText(
      "This passkey was not accepted. Sign in with your password or another passkey.",
    );
  });
});

test("PD-113 a user who has only passkeys is asked for one first, and for a recovery code on request", async ({
  page,
  server,
}) => {
  const { account } = await openAccount(page, server, "Passkey Only");
  await page.getByRole("button", { name: "Add passkey" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await signOut(page);
  await enterPassword(page, account);
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  await expect(page.getByLabel("Recovery code")).toHaveCount(0);
  await page.getByRole("button", { name: "Use a recovery code" }).click();
  await expect(page.getByLabel("Recovery code")).toBeFocused();
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
});

test("PD-114 a user with a required factor continues after a reload, and is warned before removing the last one", async ({
  page,
  browser,
  server,
}) => {
  const account = await createUser(server, "Required Factor");
  const context = await browser.newContext({ baseURL: server.url });
  server.secrets.watch(context);
  const admin = await context.newPage();
  await signInByApi(admin);
  const setRequiredRoles = (requiredRoles: readonly string[]) =>
    mutate(admin, "user.setSignInPolicy", { requiredRoles, idleMinutes: 240 });
  await setRequiredRoles(["user"]);
  try {
    await page.goto("/login");
    await enterPassword(page, account);
    await expect(page.getByRole("heading", { name: "Add a second factor" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Continue" })).toHaveCount(0);
    await page.getByRole("button", { name: "Add authenticator app" }).click();
    const shown = (await page.getByRole("dialog").locator(".pc-code").textContent()) ?? "";
    await page.getByLabel("Code that the app shows").fill(totpCode(shown));
    await page.getByLabel("Code that the app shows").press("Enter");
    await expect(page.getByLabel("Recovery codes", { exact: true })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Second factor added" })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/$/);
    await openScreen(page, "/account");
    await page.getByRole("button", { name: /^Remove Authenticator app/ }).click();
    await expect(page.getByRole("dialog")).toContainText("Your account must have a second factor");
  } finally {
    await setRequiredRoles([]);
    await context.close();
  }
});
