import type { BrowserContext, Page } from "@playwright/test";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { mutate } from "./support/api.ts";
import { createEventByApi, signInByApi } from "./support/prepare-by-api.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { signIn } from "./support/ui-actions.ts";
import { type RunningServer, expect, testWithFakeModel as test } from "./support/server.ts";
import { createUser } from "./support/users.ts";

const PASSWORD = "Shelf-photos-2027";

/** A page in another browser, for a second person. */
async function openInOtherBrowser(context: BrowserContext, { url, secrets }: RunningServer): Promise<Page> {
  const browser = context.browser();
  if (!browser) throw new Error("no browser");
  const newContext = await browser.newContext({ baseURL: url, reducedMotion: "reduce" });
  secrets.watch(newContext);
  return newContext.newPage();
}

/** Chooses an action in the menu of a user's row. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** The menu link; on subpages the breadcrumbs contain the same link. */
const openUsers = (page: Page): Promise<void> =>
  page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Users" }).click();

/** Creates a user with the form and returns the set-password link that the admin sees. */
async function createUserOnScreen(page: Page, name: string, email: string): Promise<string> {
  await openUsers(page);
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("User created successfully")).toBeVisible();
  const link = await page.getByLabel("Set-password link").inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return link;
}

test("S2.25 S2.26 S2.04 S5.04 S5.05 S5.06 S9.05 an admin creates a user, who sets a password with the link and signs in", async ({
  page,
  context,
  server,
}) => {
  await signIn(page);
  await openUsers(page);
  const count = page.getByRole("heading", { name: "Users" }).locator("..");
  const rows = page.getByRole("row").filter({ has: page.getByRole("button", { name: /^Actions for/ }) });
  await expect(rows.first()).toBeVisible();
  // Other tests on this server may have created more users than a page of the list shows.
  await expect(count).toHaveText(/^Users\d/);
  const before = Number(/\d+/.exec((await count.textContent()) ?? "")?.[0]);
  await expect(page.getByRole("button", { name: "Add user" })).toBeEnabled();
  await page.getByRole("button", { name: "Add user" }).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Name must be at least 3 characters long")).toBeVisible();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await page.getByLabel("Name").fill("Katherine Johnson");
  await page.getByLabel("E-mail").fill("x@");
  const createButton = page.getByRole("button", { name: "Create", exact: true });
  await createButton.click();
  await expect(page.getByText("Invalid email address")).toBeVisible();
  // The browser's own check would focus the field and cover this message with its own.
  await expect(createButton).toBeFocused();
  const link = await createUserOnScreen(page, "Katherine Johnson", "Katherine@Precount.Test");
  await expect(count).toHaveText(new RegExp(`^Users${before + 1}\\D`));
  await page.getByRole("searchbox", { name: "Search users" }).fill("Katherine");
  await expect(rows).toHaveCount(1);
  const row = page.getByRole("row", { name: /Katherine Johnson/ });
  await expect(row).toContainText("katherine@precount.test");
  await expect(row).toContainText("No password yet");
  await expect(row).toContainText("Everyone");

  const otherPage = await openInOtherBrowser(context, server);
  await otherPage.goto(link);
  await expect(otherPage.getByLabel("E-mail")).toHaveValue("katherine@precount.test");
  await expect(otherPage.getByLabel("E-mail")).toBeDisabled();
  for (const [password, rules] of [
    [
      "short",
      [
        "Password must be at least 8 characters long",
        "Password must include at least one uppercase letter",
        "Password must include at least one digit",
      ],
    ],
    ["SHELF-PHOTOS-2027", ["Password must include at least one lowercase letter"]],
    [`Aa1${"-".repeat(98)}`, ["Password must be no more than 100 characters long"]],
  ] as const) {
    await otherPage.getByLabel("New password").fill(password);
    await otherPage.getByRole("button", { name: "Set password" }).click();
    for (const rule of rules) await expect(otherPage.getByText(rule).first()).toBeVisible();
  }
  await otherPage.getByLabel("New password").fill(PASSWORD);
  await otherPage.getByRole("button", { name: "Set password" }).click();
  await expect(otherPage.getByText("Password reset successful")).toBeVisible();
  await expect(otherPage.getByRole("heading", { name: "Welcome, Katherine Johnson" })).toBeVisible();
  await otherPage.goto("/logout");
  await signIn(otherPage, { email: "KATHERINE@precount.test", password: PASSWORD });

  await otherPage.goto(link);
  await otherPage.getByLabel("New password").fill(PASSWORD);
  await otherPage.getByRole("button", { name: "Set password" }).click();
  await expect(otherPage.getByText(/This link no longer works/)).toBeVisible();
});

test("S5.11 an unreadable or expired token leads to the sign-in page", async ({ page }) => {
  for (const [token, told] of [
    ["", "Invalid token"],
    ["abc.def.ghi", "Invalid token"],
    [
      `e30.${Buffer.from(JSON.stringify({ exp: 1_700_000_000, sub: "ada@precount.test" })).toString("base64url")}.x`,
      "Password reset token has expired",
    ],
  ] as const) {
    await page.goto(`/password/reset?token=${token}`);
    await expect(page.getByText(told).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login$/);
  }
});

test("S2.06 S6.02 S6.03 a regular user does not see the admin menu entries, and the pages refuse access", async ({
  page,
  server,
}) => {
  await signInByApi(page);
  const slug = await createEventByApi(page, "Not for users");
  await signInByApi(page, await createUser(server, "Mary Jackson"));
  await page.goto("/");
  const menu = page.getByRole("navigation", { name: "Main menu" });
  await expect(menu.getByRole("link", { name: "Events" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Users" })).toHaveCount(0);
  await expect(menu.getByRole("link", { name: "Models" })).toHaveCount(0);
  const adminScreens = [
    "/users",
    "/users/create",
    "/users/groups",
    "/users/groups/everyone/items/import",
    "/models",
    "/models/learning",
    `/models/learning/${"a".repeat(24)}`,
    "/status",
    "/projects/create",
    `/projects/${slug}/destinations`,
    `/projects/${slug}/items/import`,
  ];
  for (const path of adminScreens) {
    await openScreen(page, path);
    await expect(page.getByRole("heading", { name: "Forbidden" })).toBeVisible();
    await expect(page.getByText("Only an admin may do this.")).toBeVisible();
  }
});

test("S6.05 an admin blocks users, changes roles, ends sessions and manages groups", async ({
  page,
  context,
  server,
}) => {
  const person = await createUser(server, "Dorothy Vaughan");
  const otherPage = await openInOtherBrowser(context, server);
  await signInByApi(otherPage, person);
  await signInByApi(page);
  await createEventByApi(page, "Group count");
  await openApp(page, "/users");
  await page.getByRole("link", { name: "Groups" }).click();
  await page.getByRole("button", { name: "Add group" }).click();
  await page.getByLabel("Name").fill("Night crew");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Groups successfully changed")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Night crew", exact: true })).toBeVisible();
  await expectNoSeriousViolations(page);

  await otherPage.goto("/projects/group-count/eventImages");
  await expect(otherPage.getByRole("heading", { name: "Group count" })).toBeVisible();
  await openScreen(page, "/projects/group-count/settings");
  const groups = page.getByRole("combobox", { name: "Groups" });
  await groups.click();
  await groups.press("Backspace");
  await page.getByTitle("Night crew").click();
  await groups.press("Escape");
  await page.getByRole("button", { name: "Save groups" }).click();
  await expect(page.getByText("Groups successfully changed").last()).toBeVisible();
  // The open page does not keep an event that its user no longer sees.
  await expect(otherPage.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  await expect(otherPage.getByText("This event does not exist, or you may not see it.")).toBeVisible();

  await openUsers(page);
  await page.getByRole("searchbox", { name: "Search users" }).fill("vaughan");
  await expect(page.getByRole("row")).toHaveCount(2);
  await choose(page, "Dorothy Vaughan", "Groups…");
  const dialog = page.getByRole("dialog", { name: "Groups of Dorothy Vaughan" });
  await dialog.getByRole("combobox").click();
  await page.getByTitle("Night crew").last().click();
  await dialog.getByRole("combobox").press("Escape");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("row", { name: /Dorothy/ })).toContainText("Night crew");
  await otherPage.reload();
  await expect(otherPage.getByRole("heading", { name: "Group count" })).toBeVisible();
  await expectNoSeriousViolations(page);

  await openScreen(page, "/users/groups");
  await page.getByRole("link", { name: "1 event of Night crew" }).click();
  await expect(page.getByRole("heading", { name: "Events of Night crew" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Group count" })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await expectNoSeriousViolations(page);
  await page.goBack();
  await page.getByRole("link", { name: "1 user of Night crew" }).click();
  await expect(page.getByText("Only users of the group Night crew")).toBeVisible();
  await expect(page.getByRole("row", { name: /Dorothy/ })).toBeVisible();
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.getByRole("button", { name: "Show all users" }).click();
  await expect(page.getByRole("row", { name: /admin@precount/ })).toBeVisible();

  await choose(page, "Dorothy Vaughan", "Sessions…");
  await expect(page.getByRole("dialog").getByText(/Chrom/)).toBeVisible();
  await page.keyboard.press("Escape");
  await choose(page, "Dorothy Vaughan", "Block");
  await expect(page.getByRole("dialog", { name: "Are you sure to block this user?" })).toBeVisible();
  await page.getByRole("dialog").getByRole("button", { name: "Block", exact: true }).click();
  await expect(page.getByText("User successfully blocked")).toBeVisible();
  // The idle page of the event notices it by its stream of changes.
  await expect(otherPage).toHaveURL(/\/logout$/);
  await choose(page, "Dorothy Vaughan", "Unblock");
  await expect(page.getByRole("row", { name: /Dorothy/ })).toContainText("Active");

  await choose(page, "Dorothy Vaughan", "Rename…");
  await page.getByRole("dialog", { name: "Rename Dorothy Vaughan" }).getByLabel("Name").fill("Dorothy J. Vaughan");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.getByText("User successfully renamed")).toBeVisible();
  await expect(page.getByRole("row", { name: /Dorothy J\. Vaughan/ })).toBeVisible();

  await page.getByRole("searchbox", { name: "Search users" }).fill("admin@precount");
  await page.getByRole("button", { name: "Actions for Admin" }).click();
  await expect(page.getByRole("menuitem", { name: /Block/ })).toContainText("You cannot block yourself.");
});

test("S2.24 S4.21 admins list models and change their status after a confirmation; adding is disabled", async ({
  page,
}) => {
  await signInByApi(page);
  await openApp(page, "/");
  await page.getByRole("link", { name: "Models", exact: true }).click();
  const add = page.getByRole("button", { name: "Add model" });
  await expect(add).toHaveAttribute("aria-disabled", "true");
  const row = page.getByRole("row", { name: /ppocr/ });
  const changeTo = async (status: string): Promise<void> => {
    await row.getByRole("button", { name: /^Actions for PP-OCR/ }).click();
    await page.getByRole("menuitem", { name: `Change status to ${status}` }).click();
  };
  const question = page.getByRole("dialog", { name: /^Are you sure to change PP-OCR.* to Deprecated\?$/ });
  await changeTo("Deprecated");
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(row).toContainText("Active");
  await changeTo("Deprecated");
  await question.getByRole("button", { name: "Change status" }).click();
  await expect(page.getByText("Model successfully updated")).toBeVisible();
  await page.reload();
  await expect(row).toContainText("Deprecated");
  await changeTo("Active");
  await page.getByRole("dialog").getByRole("button", { name: "Change status" }).click();
  await expect(row).toContainText("Active");
  await expectNoSeriousViolations(page);
});

test("changing the own password ends the other sessions", async ({ page, context, server }) => {
  const person = await createUser(server, "Annie Easley");
  const otherPage = await openInOtherBrowser(context, server);
  await signInByApi(otherPage, person);
  await signInByApi(page, person);
  await page.goto("/");
  await page.getByRole("button", { name: "User menu of Annie Easley" }).click();
  await page.getByRole("link", { name: "Your account" }).click();
  await expect(page.getByRole("button", { name: /End the session/ })).toHaveCount(2);
  await expectNoSeriousViolations(page);
  await page.getByLabel("Current password").fill("Wrong-password-1");
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Error: The current password is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(person.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Password successfully changed")).toBeVisible();
  await expect(page.getByRole("button", { name: /End the session/ })).toHaveCount(1);
  await otherPage.goto("/");
  await expect(otherPage).toHaveURL(/\/logout$/);
});

test("an API token is created, works within its scope, is audited and revoked", async ({ page, server }) => {
  await signInByApi(page);
  await openApp(page, "/account");
  await page.getByRole("button", { name: "Create token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("Please enter a name")).toBeVisible();
  await dialog.getByLabel("Purpose").fill("Nightly export");
  await expectNoSeriousViolations(page);
  await dialog.getByLabel("Purpose").press("Enter");
  const token = await dialog.getByLabel("Token", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Done" }).click();
  const ask = (procedure: string) =>
    fetch(`${server.url}/trpc/${procedure}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask("project.fetchProjects")).status).toBe(200);
  expect((await ask("user.fetchUsers")).status).toBe(403);
  const [, secret = ""] = token.split("_");
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Users" }).click();
  await page.getByRole("link", { name: "Audit log" }).click();
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByTitle("Refusals").click();
  const refused = page.getByRole("row", { name: /tried to open the users and was refused/ }).first();
  await expect(refused).toContainText("Admin");
  await refused.getByRole("button", { name: "Expand row" }).click();
  await expect(page.getByText(/placeInChain/)).toBeVisible();
  await expectNoSeriousViolations(page);

  await openScreen(page, "/account");
  await page.getByRole("button", { name: "Revoke Nightly export" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("Token successfully revoked")).toBeVisible();
  expect((await ask("project.fetchProjects")).status).toBe(401);
});

test("the audit log wraps long sentences on phones and wide screens", async ({ page }) => {
  await signInByApi(page);
  const name = "W".repeat(80);
  await mutate(page, "group.createGroup", { name });
  await openApp(page, "/users/audit?kind=group");
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const sentence = page.getByRole("cell", { name: `created the group ${name}` });
    await expect(sentence).toBeVisible();
    // The table's panel clips or scrolls what is wider.
    const box = await sentence.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
    // A column as narrow as one letter would fit too.
    expect(await sentence.evaluate((cell) => cell.clientWidth)).toBeGreaterThan(width / 3);
  }
});
