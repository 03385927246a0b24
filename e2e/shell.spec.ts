import { MAX_QUERY_RETRIES } from "@precount/domain";
import { signIn } from "./support/person.ts";
import { ADMIN, expect, test } from "./support/server.ts";

test("S2.01 S8.01 a wrong password says so; a remembered e-mail is there the next time", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/^Error: /)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login successful, welcome back")).toBeVisible();
  await page.goto("/logout");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);
});

test("S2.02 logout clears what is stored, and the way back is closed", async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => {
    localStorage.setItem("something", "of this person");
    sessionStorage.setItem("something", "too");
  });
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await expect(page.getByText("You have been properly logged out")).toBeVisible();
  expect(await page.evaluate(() => [localStorage.getItem("something"), sessionStorage.length])).toEqual([null, 0]);
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/logout$/);
});

test("S2.05 without a stored session one is sent to /logout", async ({ page }) => {
  await page.goto("/projects/create");
  await expect(page).toHaveURL(/\/logout$/);
  await expect(page.getByRole("button", { name: "Back to login" })).toBeVisible();
});

test("S2.05 who signs in after being sent away is where they wanted to go; who signed out begins anew", async ({
  page,
}) => {
  const signInHere = async (): Promise<void> => {
    await page.getByRole("button", { name: "Back to login" }).click();
    await page.getByLabel("E-mail").fill(ADMIN.email);
    await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };
  await page.goto("/projects?search=spring");
  await expect(page).toHaveURL(/\/logout$/);
  await page.reload();
  await signInHere();
  await expect(page).toHaveURL("/projects?search=spring");
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await signInHere();
  await expect(page).toHaveURL("/");
});

test("S6.06 S8.06 a session that the server no longer knows leads to /logout", async ({ page, context }) => {
  await signIn(page);
  await context.clearCookies();
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/logout$/);
});

test("S9.14 what cannot be reached is asked for three times again before it is said", async ({ page }) => {
  await signIn(page);
  let asked = 0;
  await page.route(/\/trpc\/project\.fetchProjects\?/, async (route) => {
    asked += 1;
    await route.abort();
  });
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
  expect(asked).toBe(1 + MAX_QUERY_RETRIES);
});

test("S2.05 S9.13 the side menu folds and stays folded; the footer shows version and commit", async ({ page }) => {
  await signIn(page);
  await expect(page.getByRole("contentinfo")).toHaveText(/\d+\.\d+\.\d+ · [0-9a-f]{7}/);
  await page.getByRole("button", { name: "Collapse menu" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("collapsed"))).toBe("true");
});

test("S2.29 an address that does not exist", async ({ page }) => {
  await signIn(page);
  await page.goto("/no/such/page");
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  await page.getByRole("link", { name: "Back Home" }).click();
  await expect(page).toHaveURL("/");
});

test("S2.08 the dashboard counts", async ({ page }) => {
  await signIn(page);
  for (const title of ["Events", "Images", "Model Predictions", "Object Detections"]) {
    await expect(page.getByRole("main").getByText(title, { exact: true })).toBeVisible();
  }
});
