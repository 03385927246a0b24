import { MAX_QUERY_RETRIES } from "@precount/domain";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { signInByApi } from "./support/prepare-by-api.ts";
import { openApp, openScreen } from "./support/open-screen.ts";
import { signIn } from "./support/ui-actions.ts";
import { ADMIN, expect, testWithFakeModel as test } from "./support/server.ts";
import { createUser } from "./support/users.ts";
import { endSessionAtNextChange } from "./support/sign-in-again.ts";

test("S2.01 S8.01 a wrong password shows a message; a remembered e-mail is pre-filled", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Wrong-password-1");
  await expect(page.getByLabel("Password", { exact: true })).toHaveValue("Wrong-password-1");
  await expect(page.getByText("Invalid email address")).toBeHidden();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Invalid email address")).toBeVisible();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Remember me").check();
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(/^Error: /)).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Login successful, welcome back")).toBeVisible();
  await page.goto("/logout");
  await page.getByRole("button", { name: "Back to login" }).click();
  await expect(page.getByLabel("E-mail")).toHaveValue(ADMIN.email);
  await expect(page.getByLabel("Password", { exact: true })).toBeFocused();
});

test("S2.02 S8.12 logout clears the browser's storage and claims a logout only when the server has ended the session", async ({
  page,
}) => {
  await signIn(page);
  const stored = ["something", "capture", "capture.spring", "paging.users", "collapsed", "keys.of-a-user"];
  await page.evaluate((keys) => {
    for (const key of [...keys, "export.of-a-user", "tour.of-a-user", "lastWords.of-a-user.page"])
      localStorage.setItem(key, "x");
    sessionStorage.setItem("something", "too");
  }, stored);
  const cookieAlone = async (): Promise<number> =>
    (await page.request.get("/api/projects/no-such-event/stats/download")).status();
  await page.route("**/trpc/user.logout*", (route) => route.abort());
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  const loggedOut = page.getByText("You have been properly logged out");
  const failure = page.getByRole("alert").filter({ hasText: "Your session could not be ended" });
  await expect(failure).toBeVisible();
  // PD-43 lists the data that stays.
  expect(await page.evaluate(() => [Object.keys(localStorage).toSorted(), sessionStorage.length])).toEqual([
    ["collapsed", "export.of-a-user", "keys.of-a-user", "lastWords.of-a-user.page", "tour.of-a-user"],
    0,
  ]);
  expect(await cookieAlone()).toBe(404);
  // After a reload only the cookie is left, and the server is still asked.
  await page.reload();
  await expect(failure).toBeVisible();
  await expect(loggedOut).toHaveCount(0);
  await expectNoSeriousViolations(page);
  await page.unroute("**/trpc/user.logout*");
  await expect(loggedOut).toBeVisible();
  await expect(failure).toHaveCount(0);
  expect(await cookieAlone()).toBe(401);
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/logout$/);
});

test("S2.02 a failed logout is repeated after the user has gone on to the sign-in page, until someone signs in", async ({
  page,
}) => {
  await signIn(page);
  const cookieAlone = async (): Promise<number> =>
    (await page.request.get("/api/projects/no-such-event/stats/download")).status();
  const failedLogout = async (): Promise<void> => {
    await page.route("**/trpc/user.logout*", (route) => route.abort());
    await page.goto("/logout");
    await expect(page.getByRole("alert").filter({ hasText: "Your session could not be ended" })).toBeVisible();
    await page.getByRole("button", { name: "Back to login" }).click();
    await expect(page.getByLabel("E-mail")).toBeVisible();
  };
  await failedLogout();
  expect(await cookieAlone()).toBe(404);
  await page.unroute("**/trpc/user.logout*");
  await expect.poll(cookieAlone).toBe(401);

  await signIn(page);
  await page.clock.install();
  await failedLogout();
  await page.getByLabel("E-mail").fill(ADMIN.email);
  await page.getByLabel("Password", { exact: true }).fill(ADMIN.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: /^Welcome/ })).toBeVisible();
  let calls = 0;
  await page.unroute("**/trpc/user.logout*");
  await page.route("**/trpc/user.logout*", (route) => {
    calls += 1;
    return route.continue();
  });
  await page.clock.runFor(60_000);
  expect(calls).toBe(0);
  expect(await cookieAlone()).toBe(404);
});

test("S2.05 without a stored session every private page redirects to /logout", async ({ page }) => {
  await page.goto("/projects/create");
  await expect(page).toHaveURL(/\/logout$/);
  await expect(page.getByRole("button", { name: "Back to login" })).toBeVisible();
  // A first visit has no session that could end.
  await expect(page.getByRole("heading", { name: "Not signed in" })).toBeVisible();
  await expect(page.getByText(/logged out|signed out/i)).toHaveCount(0);
});

test("S2.05 signing in returns to the requested page after a redirect, and to the start page after a logout", async ({
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
  await expect(page).toHaveURL(/\/projects\?search=spring&page=1&pageSize=10$/);
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
  await signInHere();
  await expect(page).toHaveURL("/");
});

test("S6.06 S8.06 an ended session leads to /logout; UNAUTHORIZED is not retried", async ({ page, context }) => {
  await signIn(page);
  await context.clearCookies();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("user.getAuthUser")) asked.push(request.url());
  });
  await page.goto("/projects");
  await expect(page).toHaveURL(/\/logout$/);
  expect(asked).toHaveLength(1);
});

test("PD-178 a changed form stays over an ended session and is sent once its author has signed in again", async ({
  page,
  context,
  server,
}) => {
  const other = await createUser(server, "Mary Jackson");
  await signInByApi(page);
  await page.goto("/users/create");
  await page.getByLabel("Name").fill("Evelyn Boyd");
  await page.getByLabel("E-mail").fill("evelyn@precount.test");
  await endSessionAtNextChange(page);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Your session has ended" });
  await expect(dialog.getByLabel("E-mail")).toHaveValue(ADMIN.email);
  // Nothing may be sent with the session of another user of this browser.
  const tab = await context.newPage();
  await signIn(tab, other);
  await expect(dialog.getByText("Another user has signed in in this browser.")).toBeVisible();
  await dialog.getByLabel("Password", { exact: true }).fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(dialog.getByText("Wrong e-mail or password.")).toBeVisible();
  const opened = context.waitForEvent("page");
  await dialog.getByRole("link", { name: /in another tab$/ }).click();
  await signIn(await opened);
  await expect(page.getByText("User created successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a screen that was not loaded before says that it needs the network, and loads when it is back", async ({
  page,
  context,
}) => {
  await signInByApi(page);
  await page.goto("/users");
  // Its files are loaded with the pointer on its link; its data is not.
  await expect(page.getByRole("cell", { name: ADMIN.email })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, Admin" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Users", exact: true }).click();
  await expect(page.getByRole("status").getByText("You are offline. This screen needs the network")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("cell", { name: ADMIN.email })).toBeVisible();
});

test("a screen whose files cannot be loaded loads the page again: when the network is back, and once after an update", async ({
  page,
  context,
}) => {
  await signInByApi(page);
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Welcome, Admin" })).toBeVisible();
  await context.setOffline(true);
  await page.getByRole("link", { name: "Archives", exact: true }).click();
  await expect(page.getByRole("status").getByText("You are offline. This screen needs the network")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "Archives" })).toBeVisible();

  // As after an update: the file that this page knows is not there any more.
  let isLoadedAgain = false;
  page.once("load", () => (isLoadedAgain = true));
  await page.route(/\/assets\/Models\w*-.*\.js$/, (route) =>
    isLoadedAgain ? route.continue() : route.fulfill({ status: 404 }),
  );
  await page.getByRole("link", { name: "Models", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Models", exact: true })).toBeVisible();
  expect(isLoadedAgain).toBe(true);

  await page.route(/\/assets\/Experiments\w*-.*\.js$/, (route) => route.fulfill({ status: 404 }));
  await page.getByRole("link", { name: "Experiments", exact: true }).click();
  await expect(page.getByRole("heading", { name: "This screen could not be loaded" })).toBeVisible();
});

test("S2.29 S9.14 a failing query is retried three times before the error page with its status text is shown", async ({
  page,
}) => {
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Welcome, Admin" })).toBeVisible();
  let asked = 0;
  let answer = { status: 503, code: "SERVICE_UNAVAILABLE" };
  const procedure = "project.fetchProjects";
  await page.route(`**/trpc/*${procedure}*`, async (route) => {
    asked += 1;
    const { status, code } = answer;
    const error = { message: `Refused with ${status}`, code: -32_603, data: { code, httpStatus: status } };
    // The query can be sent in a batch with others, whose answers are left as they are.
    const calls = new URL(route.request().url()).pathname.replace("/trpc/", "").split(",");
    const response = await route.fetch();
    const answers: unknown[] = await response.json();
    await route.fulfill({
      response,
      json: calls.map((call, index) => (call === procedure ? { error } : answers[index])),
    });
  });
  await page.clock.install();
  await page.getByRole("link", { name: "Events", exact: true }).click();
  const tryAgain = page.getByRole("button", { name: "Try again" });
  for (const [status, code, title] of [
    [503, "SERVICE_UNAVAILABLE", "Service Unavailable"],
    [504, "GATEWAY_TIMEOUT", "Gateway Timeout"],
    [413, "PAYLOAD_TOO_LARGE", "Payload Too Large"],
    [422, "UNPROCESSABLE_CONTENT", "Unprocessable Content"],
    [429, "TOO_MANY_REQUESTS", "Too Many Requests"],
  ] as const) {
    if (status !== 503) {
      answer = { status, code };
      asked = 0;
      await tryAgain.click();
    }
    // The delays between the attempts are skipped.
    await expect(async () => {
      await page.clock.runFor(5000);
      await expect(page.getByRole("heading", { name: title, exact: true })).toBeVisible({ timeout: 200 });
    }).toPass();
    await expect(page.getByText("Sorry, something went wrong.")).toBeVisible();
    await expect(page.getByText(`Refused with ${status}`)).toBeVisible();
    expect(asked).toBe(1 + MAX_QUERY_RETRIES);
  }
  await expectNoSeriousViolations(page);
});

test("S2.05 S9.13 the side menu stays collapsed; the footer shows version and commit", async ({ page }) => {
  await signInByApi(page);
  await openApp(page, "/");
  await expect(page.getByRole("contentinfo")).toHaveText(/\d+\.\d+\.\d+ · [0-9a-f]{7}/);
  await page.keyboard.press("?");
  const help = page.getByRole("region", { name: "Help" });
  await expect(help).toContainText(/Precount \d+\.\d+\.\d+ · [0-9a-f]{7}/);
  // It takes the focus when it is open, and Escape closes it.
  await expect(help).toBeFocused();
  await page.keyboard.press("Escape");
  // Without ISSUES_URL the link leads to the page that says how to report a problem (PD-75).
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Project issues" }).click();
  await expect(page).toHaveURL("/issues");
  await expect(page.getByRole("region", { name: "Details for the report" })).toContainText(/[0-9a-f]{40}/);
  await page.getByRole("button", { name: "Collapse menu" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Expand menu" })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("collapsed"))).toBe("true");
});

test("S2.29 an unknown address shows the 404 page", async ({ page }) => {
  await signInByApi(page);
  await openApp(page, "/no/such/page");
  await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  await page.getByRole("link", { name: "Back Home" }).click();
  await expect(page).toHaveURL("/");
});

test("S2.08 the dashboard shows counts", async ({ page }) => {
  // Distinct counts, which home.test.ts compares with the database, so that no two can be swapped.
  const counts = { projects: 3, images: 41, imageDetections: 67, objectDetections: 1205 };
  await page.route(/\/trpc\/[^?]*home\.fetchOverview/, async (route) => {
    const response = await route.fetch();
    const answers = await response.json();
    const calls = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    answers[calls.indexOf("home.fetchOverview")].result.data.stats = counts;
    await route.fulfill({ response, json: answers });
  });
  await signInByApi(page);
  await openApp(page, "/users/create");
  await openScreen(page, "/");
  for (const [title, count] of [
    ["Events", "3"],
    ["Images", "41"],
    ["Model Predictions", "67"],
    ["Object Detections", "1\u202F205"],
  ] as const) {
    await expect(page.getByRole("main").getByRole("region", { name: title, exact: true })).toHaveText(
      `${title}${count}`,
    );
  }
  // The screen fetches the counts again and again.
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

for (const [pointer, isTouch, leastPx] of [
  ["a mouse", false, 24],
  ["a finger", true, 44],
] as const) {
  test.describe(pointer, () => {
    test.use({ hasTouch: isTouch, isMobile: isTouch });

    test(`breadcrumb links are at least ${leastPx} px high for ${pointer}`, async ({ page }) => {
      await signInByApi(page);
      await openApp(page, "/users/create");
      const link = page.getByRole("navigation", { name: "Breadcrumbs" }).getByRole("link").first();
      // The parts that can be hit, which a parent may clip.
      const heightPx = await link.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const rows = Array.from({ length: Math.ceil(height) }, (_, at) => top + at + 0.5);
        return rows.filter((y) => element.contains(document.elementFromPoint(left + width / 2, y))).length;
      });
      expect(heightPx).toBeGreaterThanOrEqual(leastPx);
    });
  });
}
