import { type Page, expect } from "@playwright/test";
import type { Project } from "@precount/domain";
import { fetchAreas, fetchImages, mutate, sessionHeaders } from "./support/api.ts";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createSmallPhotos } from "./support/photos.ts";
import { signInByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { openScreen } from "./support/open-screen.ts";
import { testWithFakeModel as test } from "./support/server.ts";

/** An event with a report. Its only photo is rejected, because only the report matters. */
async function createCompletedEvent(page: Page, name: string, groups: string[], storeNumber: string): Promise<void> {
  const { slug } = await mutate<Project>(page, "project.createProject", { name, groups, storeNumber });
  await uploadPhotosByApi(page, slug, createSmallPhotos(1));
  for (const { sid } of await fetchImages(page, slug)) await mutate(page, "image.rejectImage", { sid });
  await mutate(page, "project.completeProject", { slug });
}

async function importGroupList(page: Page, group: string): Promise<void> {
  const file = { name: "items.csv", mimeType: "text/csv", buffer: Buffer.from("code\n000123\n000777\n") };
  const url = `/api/groups/${group}/items/import`;
  const response = await page.request.post(url, { headers: await sessionHeaders(page), multipart: { file } });
  expect(response.status(), await response.text()).toBe(200);
}

/** Presses Tab, which must lead to the field with this label, and types. */
async function tabAndType(page: Page, label: string, text: string, role: "combobox" | "textbox" = "textbox") {
  await page.keyboard.press("Tab");
  await expect(page.getByRole(role, { name: label })).toBeFocused();
  await page.keyboard.type(text);
}

/** The same for a list, in which Enter chooses the option with the typed text. */
async function tabAndChoose(page: Page, label: string, text: string, option: RegExp): Promise<void> {
  await tabAndType(page, label, text, "combobox");
  // The choices follow the groups.
  await expect(page.getByTitle(option).filter({ visible: true })).toHaveCount(1);
  await page.keyboard.press("Enter");
}

/** In a list with one choice, the button that clears it comes next in the order of Tab. */
async function tabOverClear(page: Page, label: string): Promise<void> {
  const list = page.getByRole("combobox", { name: label });
  await expect(list).toHaveAttribute("aria-expanded", "false");
  // It appears a moment after the list has closed.
  const clear = page.locator(".ant-select").filter({ has: list }).getByRole("button", { name: /clear/i });
  await expect(clear).toBeAttached();
  await page.keyboard.press("Tab");
  await expect(clear).toBeFocused();
}

const shown = (page: Page, title: string | RegExp) => page.getByTitle(title);

test.setTimeout(240_000);

test("PD-175 an event is created with all options by keyboard, and they are in effect", async ({ page }) => {
  await signInByApi(page);
  const { sid: group } = await mutate<{ sid: string }>(page, "group.createGroup", { name: "North" });
  await createCompletedEvent(page, "Summer in the north", [group], "0815");
  await createCompletedEvent(page, "Autumn in the north", [group], "0042");
  await importGroupList(page, group);

  await test.step("the options are closed, and open by keyboard", async () => {
    await page.goto("/projects/create");
    await page.getByRole("textbox", { name: "Name" }).focus();
    await page.keyboard.type("Winter in the north");
    for (const field of ["Slug (optional)", "Start as preview", "More options"]) {
      await page.keyboard.press("Tab");
      await expect(page.locator(":focus")).toHaveAccessibleName(field);
    }
    await expect(page.getByRole("textbox", { name: "Store number" })).toBeHidden();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("textbox", { name: "Store number" })).toBeVisible();
  });

  await test.step("an error in a closed section opens it", async () => {
    await tabAndType(page, "Store number", "0043");
    await tabAndType(page, "Areas from", "19");
    await tabAndType(page, "Areas to", "7");
    await page.getByRole("button", { name: "More options (2 set)" }).press("Enter");
    await expect(page.getByRole("textbox", { name: "Areas to" })).toBeHidden();
    await page.getByRole("textbox", { name: "Name" }).press("Enter");
    await expect(page.getByText("Areas finish should be grater then area start")).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("creates the event", async () => {
    await page.getByRole("textbox", { name: "Areas from" }).fill("7");
    await page.getByRole("textbox", { name: "Areas to" }).fill("19");
    await tabAndChoose(page, "Groups", "North", /^North$/);
    await expect(page.getByRole("button", { name: "More options (3 set)" })).toBeVisible();
    // Closes the list of groups, of which several can be chosen.
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox", { name: "Groups" })).toHaveAttribute("aria-expanded", "false");
    await tabAndChoose(page, "Item list", "North", /^Group North \(2 items\)$/);
    await tabOverClear(page, "Item list");
    await tabAndChoose(page, "Model", "PP-OCR", /^PP-OCR/);
    await tabOverClear(page, "Model");
    await tabAndChoose(page, "Earlier event", "0815", /^Summer in the north, store 0815 /);
    await tabOverClear(page, "Earlier event");
    await expect(page.getByRole("button", { name: "More options (6 set)" })).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: "Create", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Project successfully created")).toBeVisible();
    await expect(page).toHaveURL(/\/projects\/winter-in-the-north\/eventImages/);
  });

  await test.step("areas and settings show the options", async () => {
    const slug = "winter-in-the-north";
    const names = (await fetchAreas(page, slug)).map(({ name }) => Number(name)).toSorted((a, b) => a - b);
    expect(names).toEqual(Array.from({ length: 13 }, (_, nth) => nth + 7));
    await openScreen(page, `/projects/${slug}/areas`);
    await expect(page.getByRole("button", { name: /^Area 19\b/ })).toBeVisible();
    await page.goto(`/projects/${slug}/settings`);
    await expect(page.getByRole("textbox", { name: "Store number" })).toHaveValue("0043");
    await expect(shown(page, /^PP-OCR/)).toBeVisible();
    await expect(shown(page, "Group North (2 items)")).toBeVisible();
    await expect(shown(page, /^Summer in the north, store 0815 \(/)).toBeVisible();
    await expect(shown(page, /^Everyone$/)).toBeVisible();
    await expect(shown(page, /^North$/)).toBeVisible();
  });

  await test.step("the settings change store number, model and earlier event", async () => {
    await page.getByRole("textbox", { name: "Store number" }).fill("0044");
    await page.getByRole("combobox", { name: "Model" }).focus();
    await tabOverClear(page, "Model");
    await page.keyboard.press("Enter");
    await expect(page.getByText(/^Default model \(now /)).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText("Project settings successfully updated")).toBeVisible();
    await page.getByRole("combobox", { name: "Earlier event" }).focus();
    await page.keyboard.type("0042");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Earlier event changed.")).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.reload();
    await expect(page.getByRole("textbox", { name: "Store number" })).toHaveValue("0044");
    await expect(page.getByText(/^Default model \(now /)).toBeVisible();
    await expect(shown(page, /^Autumn in the north, store 0042 \(/)).toBeVisible();
  });

  await test.step("the list of events shows the store number, and finds it", async () => {
    await openScreen(page, "/projects?search=0044");
    await expect(page.getByRole("row", { name: /Winter in the north/ })).toContainText("Store 0044");
    await expect(page.getByRole("row", { name: /Autumn in the north/ })).toBeHidden();
  });
});

test("PD-175 a name and Enter create an event", async ({ page }) => {
  await signInByApi(page);
  await page.goto("/projects/create");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.type("Only a name");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\/only-a-name\/eventImages/);
  await openScreen(page, "/projects/only-a-name/settings");
  await expect(page.getByRole("textbox", { name: "Store number" })).toHaveValue("");
  await expect(page.getByText(/^Default model \(now /)).toBeVisible();
  await expect(page.getByTitle("No earlier event")).toBeVisible();
});
