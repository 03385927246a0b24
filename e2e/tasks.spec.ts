import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { DOCUMENT_ACCEPT, TASK_REFRESH_MS } from "@precount/domain";
import type { Download, Locator, Page } from "@playwright/test";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { docxOf, pdfOf, zipNamedDocx } from "./support/documents.ts";
import { dropFiles } from "./support/drop-files.ts";
import { openScreen } from "./support/open-screen.ts";
import { createEventByApi, uploadPhotosByApi } from "./support/prepare-by-api.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { createSmallPhotos } from "./support/photos.ts";
// The fake model keeps photo jobs short.
import { type RunningServer, databaseUrlOf, expect, testWithFakeModel as test } from "./support/server.ts";

const DETACH_DOCUMENTS = join(import.meta.dirname, "../server/src/testing/detach-documents.ts");
const POSTPONE_TASK = join(import.meta.dirname, "../server/src/testing/postpone-task.ts");
const TABLE = [
  ["Code", "Quantity"],
  ["012345", "12"],
  ["067890", "=3+4"],
];

const dialog = (page: Page): Locator => page.getByRole("dialog", { name: "Add Task" });
const rowOf = (page: Page, taskId: number): Locator =>
  page.getByRole("row").filter({ has: page.getByRole("link", { name: `Task ${taskId}`, exact: true }) });

/** Creates an event and opens its document tasks through the menu. */
async function openPage(page: Page, name: string): Promise<void> {
  await createEventWithPhotos(page, name, []);
  await page.getByRole("link", { name: "Pages", exact: true }).click();
  const card = page.getByRole("link", { name });
  await expect(card).toContainText("No tasks yet");
  await expectNoSeriousViolations(page);
  await card.click();
  await expect(page.getByText("No documents yet.")).toBeVisible();
}

/** An element's place on the screen, in CSS pixels. */
async function boxOf(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await element.boundingBox();
  if (!box) throw new Error("The element is not on the screen.");
  return box;
}

type File = Parameters<Locator["setInputFiles"]>[0];

/** Opens the dialog if needed, fills it and presses Process. */
async function process(page: Page, file: File): Promise<void> {
  if (!(await dialog(page).isVisible())) await page.getByRole("button", { name: "Add Task" }).click();
  await dialog(page).getByLabel("Document", { exact: true }).setInputFiles(file);
  await dialog(page).getByRole("button", { name: "Process" }).click();
}

async function bytesOf(page: Page, fileName: string): Promise<Buffer> {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: `Download ${fileName}` }).click(),
  ]);
  expect((download satisfies Download).suggestedFilename()).toBe(fileName);
  return readFile(await download.path());
}

test("S2.21 S2.22 S2.23 S2.54 S2.55 S2.56 S4.22 S8.12 a PDF and a Word document become tasks with downloadable documents", async ({
  page,
}) => {
  const pdf = await pdfOf(page.context(), "delivery note.pdf", "Delivery of 21 November", TABLE);
  const docx = docxOf("count sheet.docx", "Count sheet of aisle 12", TABLE);
  await openPage(page, "Papers");
  let [pdfTask, docxTask] = [0, 0];

  await test.step("creates both tasks and lists the newest first", async () => {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/api\/tasks\/.*\/create/, async (route) => {
      await isLetGo;
      await route.continue();
    });
    await page.getByRole("button", { name: "Add Task" }).click();
    await expect(dialog(page).getByLabel("Document", { exact: true })).toHaveAttribute("accept", DOCUMENT_ACCEPT);
    await dropFiles(dialog(page).getByRole("button", { name: "Drop a document here, or choose one" }), [pdf]);
    await expect(dialog(page).getByText(pdf.name)).toBeVisible();
    const spinner = dialog(page).getByRole("button", { name: "Process" }).getByRole("img", { name: "loading" });
    await expect(spinner).toHaveCount(0);
    await dialog(page).getByLabel("Event description").press("Enter");
    await expect(spinner).toBeVisible();
    letGo();
    await expect(page.getByText("Task created successfully")).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await process(page, docx);
    const links = page.getByRole("link", { name: /^Task \d+$/ });
    await expect(links).toHaveCount(2);
    // The other tests of this server create tasks too, so the numbers may start above 1.
    [docxTask = 0, pdfTask = 0] = (await links.allTextContents()).map((text) => Number(text.replace("#", "")));
    expect(docxTask).toBeGreaterThan(pdfTask);
    await expect(page.getByRole("row").getByText("Processed successfully")).toHaveCount(2, { timeout: 60_000 });
    await expect(rowOf(page, docxTask)).toContainText("papers");
    await expect(rowOf(page, docxTask).getByText("count sheet.docx", { exact: true })).toBeVisible();
    await expect(rowOf(page, pdfTask).getByText("delivery note.pdf", { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(page.getByText("2 tasks")).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("downloads the extracted documents and the original PDF", async () => {
    await page.getByRole("link", { name: `Open task ${pdfTask}`, exact: true }).click();
    await expect(page.getByRole("navigation").getByText(`Task ${pdfTask}`)).toBeVisible();
    for (const title of ["ID", "File name", "Type"])
      await expect(page.getByRole("columnheader", { name: title, exact: true })).toBeVisible();
    expect((await bytesOf(page, "delivery note.pdf")).equals(pdf.buffer)).toBe(true);
    expect(String(await bytesOf(page, "text.md"))).toContain("Delivery of 21 November");
    // A text that looks like a formula must stay text in a spreadsheet.
    expect(String(await bytesOf(page, "table-1.csv"))).toBe(
      '\uFEFF"Code","Quantity"\r\n"012345","12"\r\n"067890","\'=3+4"\r\n',
    );
    expect((await bytesOf(page, "tables.xlsx")).subarray(0, 2).toString()).toBe("PK");
    expect(JSON.parse(String(await bytesOf(page, "structure.json")))).toMatchObject({ kind: "pdf" });
    // The arrow keys move between cells, and the picture frames the focused one (PD-110).
    const result = page.getByRole("region", { name: "Result" });
    await expect(result.getByRole("img", { name: "Page 1" })).toBeVisible();
    const cell = result.getByRole("gridcell", { name: "012345" });
    await cell.focus();
    await cell.press("ArrowDown");
    await expect(result.getByRole("gridcell", { name: "067890" })).toBeFocused();
    await expect(result.locator("figure span")).toBeVisible();
    await expectNoSeriousViolations(page);
  });

  await test.step("PD-111: the lines of a table are changed, and the downloads follow; undo restores them", async () => {
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("button", { name: "Edit table" }).click();
    // A second Delete must not remove the line that took the place of the first.
    await result.getByRole("slider", { name: "Row line 2 of 4" }).press("Delete");
    await page.keyboard.press("Delete");
    await expect(result.getByRole("slider", { name: /^Row line/ })).toHaveCount(3);
    await result.getByRole("button", { name: "Draw area" }).click();
    await expect(result.getByRole("slider")).toHaveCount(0);
    await result.getByRole("button", { name: /Undo$/ }).click();
    await expect(result.getByRole("slider", { name: /^Row line/ })).toHaveCount(3);
    await page.keyboard.press("ControlOrMeta+z");
    await expect(result.getByRole("slider", { name: /^Row line/ })).toHaveCount(4);
    await result.getByRole("button", { name: "Cancel" }).click();
    await result.getByRole("button", { name: "Edit table" }).click();
    const line = result.getByRole("slider", { name: "Column line 2 of 3" });
    await line.focus();
    const before = Number(await line.getAttribute("aria-valuenow"));
    await line.press("Shift+ArrowRight");
    await expect(line).toHaveAttribute("aria-valuenow", String(before + 10));
    await expectNoSeriousViolations(page);
    await line.press("Delete");
    await expect(result.getByRole("slider", { name: "Column line 2 of 2" })).toBeVisible();
    await expect(result.getByRole("gridcell", { name: "012345 12" })).toBeVisible();
    // Another person opened the table before this edit, and sees it arrive.
    const other = await page.context().newPage();
    await other.goto(page.url());
    const theirs = other.getByRole("region", { name: "Result" });
    await theirs.getByRole("button", { name: "Edit table" }).click();
    await expect(theirs.getByRole("slider", { name: "Column line 2 of 3" })).toBeVisible();
    const arrival = other.waitForResponse(
      async (response) => response.url().includes("task.getTask") && /"tableEdits":\[\{/.test(await response.text()),
    );
    // The second click of a double click must not be sent: the server would refuse it as an edit of another person.
    await result.getByRole("button", { name: "Save table" }).dblclick();
    await expect(result.getByRole("button", { name: "Undo last table edit" })).toBeVisible();
    await expect(page.getByText("The tables of this task were changed meanwhile.")).toHaveCount(0);
    await arrival;
    await theirs.getByRole("button", { name: "Save table" }).click();
    await expect(other.getByText("The tables of this task were changed meanwhile.")).toBeVisible();
    await other.close();
    expect(String(await bytesOf(page, "table-1.csv"))).toBe(
      '\uFEFF"Code Quantity"\r\n"012345 12"\r\n"067890 =3+4"\r\n',
    );
    await result.getByRole("button", { name: "Undo last table edit" }).click();
    await expect(result.getByRole("button", { name: "Undo last table edit" })).toBeHidden();
    expect(String(await bytesOf(page, "table-1.csv"))).toBe(
      '\uFEFF"Code","Quantity"\r\n"012345","12"\r\n"067890","\'=3+4"\r\n',
    );
    await expect(result.getByRole("gridcell", { name: "012345", exact: true })).toBeVisible();
  });

  await test.step("PD-111: a table becomes text, and its area is drawn to read it again", async () => {
    const result = page.getByRole("region", { name: "Result" });
    await result.getByRole("button", { name: "Edit table" }).click();
    const right = await boxOf(result.getByRole("slider", { name: "Row line 1 of 4" }));
    const bottom = await boxOf(result.getByRole("slider", { name: "Column line 3 of 3" }));
    const picture = await boxOf(result.getByRole("img", { name: "Page 1" }));
    const [x, y] = [right.x - picture.x - 3, bottom.y - picture.y - 3];
    const [width, height] = [right.width + 6, bottom.height + 6];
    await result.getByRole("button", { name: "Turn into text" }).click();
    await expect(result.getByRole("button", { name: "Edit table" })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Download table-1.csv" })).toHaveCount(0);
    await result.getByRole("button", { name: "Add table" }).click();
    await result.getByRole("img", { name: "Page 1" }).scrollIntoViewIfNeeded();
    const now = await boxOf(result.getByRole("img", { name: "Page 1" }));
    await page.mouse.move(now.x + x, now.y + y);
    await page.mouse.down();
    await page.mouse.move(now.x + x + width, now.y + y + height, { steps: 4 });
    await page.mouse.up();
    await expect(result.getByRole("gridcell", { name: "012345", exact: true })).toBeVisible();
    await result.getByRole("button", { name: "Save table" }).click();
    await expect(result.getByRole("button", { name: "Edit table" })).toBeVisible();
    expect(String(await bytesOf(page, "table-1.csv"))).toBe(
      '\uFEFF"Code","Quantity"\r\n"012345","12"\r\n"067890","\'=3+4"\r\n',
    );
  });

  await test.step("previews the documents of the Word file", async () => {
    await page.getByRole("link", { name: "Papers" }).last().click();
    await page.getByRole("link", { name: `Open task ${docxTask}`, exact: true }).click();
    expect((await bytesOf(page, "count sheet.docx")).equals(docx.buffer)).toBe(true);
    await page.getByRole("button", { name: "View text.md" }).click();
    await expect(page.getByRole("dialog", { name: "text.md" }).getByLabel("Text")).toContainText(
      "Count sheet of aisle 12",
    );
    await page.keyboard.press("Escape");
  });

  await test.step("S2.30 pages are stored for each event and each task", async () => {
    await openScreen(page, "/pages/papers/tasks?page=1&pageSize=30");
    await expect(page.getByText("2 tasks")).toBeVisible();
    await openScreen(page, `/pages/papers/tasks/${docxTask}?page=1&pageSize=20`);
    await expect(page.getByRole("link", { name: "Download text.md" })).toBeVisible();
    await page.goto("/pages/papers/tasks");
    await expect(page).toHaveURL(/\/papers\/tasks\?page=1&pageSize=30$/);
    await openScreen(page, `/pages/papers/tasks/${pdfTask}`);
    await expect(page).toHaveURL(new RegExp(`/tasks/${pdfTask}\\?page=1&pageSize=10$`));
    await openScreen(page, `/pages/${await createEventByApi(page, "Other papers")}/tasks`);
    await expect(page).toHaveURL(/\/other-papers\/tasks\?page=1&pageSize=10$/);
  });

  await test.step("a task does not exist under the address of another event", async () => {
    await openScreen(page, `/pages/elsewhere/tasks/${docxTask}`);
    await expect(page.getByText("Sorry, the page you visited does not exist.")).toBeVisible();
  });
});

test("S2.45 S5.10 S8.09 S9.02 S9.12 other files are refused, a failure shows its reason, and a waiting task is retried", async ({
  page,
  context,
  server,
}) => {
  const pdf = await pdfOf(context, "note.pdf", "A note", TABLE);
  await openPage(page, "Trouble");

  await test.step("refuses a file before sending or on the server, and keeps the form", async () => {
    await page.getByRole("button", { name: "Add Task" }).click();
    const description = dialog(page).getByLabel("Event description");
    await expect(description).toHaveValue("trouble");
    await description.fill("aisle 7/8");
    await process(page, { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("notes") });
    await expect(dialog(page).getByText("Event description must not contain slashes")).toBeVisible();
    await expect(dialog(page).getByText("Invalid document file type")).toBeVisible();
    await expectNoSeriousViolations(page);
    await description.fill("aisle 7");
    await process(page, { ...pdf, buffer: Buffer.alloc(0) });
    await expect(dialog(page).getByText("The file is empty.")).toBeVisible();
    await process(page, zipNamedDocx("sheet.docx"));
    const alert = dialog(page).getByRole("alert").filter({ hasText: "Something went wrong" });
    await expect(alert).toContainText("Invalid document file type");
    await context.setOffline(true);
    await process(page, pdf);
    await expect(alert).toContainText("The connection was lost.");
    await context.setOffline(false);
    await dialog(page).getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Add Task" }).click();
    await expect(description).toHaveValue("aisle 7");
    await expect(dialog(page).getByText("note.pdf")).toBeVisible();
  });

  await test.step("a damaged file is processed with errors and shows the reason", async () => {
    const damaged = pdf.buffer.subarray(0, 60);
    await process(page, { ...pdf, name: "damaged.pdf", buffer: damaged });
    const row = page.getByRole("row").filter({ hasText: "Processed with errors" });
    await expect(row).toContainText("damaged", { timeout: 60_000 });
    await expect(row).toContainText("aisle 7");
    // Without its file the retry fails for another reason, which proves that the document was read again.
    const file = await fileOf(server, damaged);
    await rename(file, `${file}.away`);
    await row.getByRole("button", { name: /^Retry, task/ }).click();
    await expect(row).toContainText("file is missing", { timeout: 60_000 });
    await rename(`${file}.away`, file);
    await row.getByRole("button", { name: /^Retry, task/ }).click();
    await expect(row).toContainText("damaged", { timeout: 60_000 });
  });

  await test.step("a task waiting for its next attempt shows a countdown, also in the review, and Retry now starts it", async () => {
    await process(page, pdf);
    const row = page.getByRole("row").filter({ hasText: "trouble" });
    await expect(row).toContainText("Processed successfully", { timeout: 60_000 });
    const taskId = Number(/\d+/.exec((await row.getByRole("link").first().textContent()) ?? "")?.[0]);
    // The first detection replaces the review's screen and would close its list of tasks.
    await uploadPhotosByApi(page, "trouble", createSmallPhotos(1));
    await postpone(server, taskId, 90);
    // The server sends no live update during this time, so the list must poll.
    await page.clock.install();
    await page.goto("/pages/trouble/tasks");
    await expect(row).toContainText(/Retry in 1:[0-2]\d/);
    const asked = page.waitForRequest(/task\.fetchTasksByProject/);
    await page.clock.fastForward(TASK_REFRESH_MS);
    await asked;
    await openScreen(page, "/projects/trouble/eventImages");
    await page.getByRole("link", { name: "01.jpg", exact: true }).click();
    await page.getByRole("button", { name: "Tasks 2" }).click();
    const task = page
      .getByRole("list", { name: "Tasks of this image" })
      .last()
      .getByRole("listitem")
      .filter({ hasText: "note.pdf" });
    await expect(task).toContainText(/Retry in [01]:\d\d/);
    await expectNoSeriousViolations(page);
    await task.getByRole("button", { name: "Retry now" }).click();
    await expect(task).toContainText("Processed successfully", { timeout: 60_000 });
    const review = new URL(page.url()).pathname;
    await task.getByRole("button", { name: "Open task" }).click();
    await expect(page.getByRole("heading", { name: `Task ${taskId}` })).toBeVisible();
    await onDatabase(server, DETACH_DOCUMENTS, taskId);
    await openScreen(page, review);
    await page.getByRole("button", { name: "Tasks 2" }).click();
    const opens = page.getByRole("button", { name: "Open task" }).and(page.locator("[aria-disabled=true]"));
    await opens.hover();
    await expect(page.getByText("No documents attached")).toBeVisible();
  });
});

/** Path of a blob in the server's data directory. */
async function fileOf({ dataDir }: RunningServer, bytes: Buffer): Promise<string> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const folder = join(dataDir, "blobs");
  const found = (await readdir(folder, { recursive: true })).find((path) => path.endsWith(sha256.slice(-16)));
  return join(folder, found ?? sha256);
}

const postpone = (server: RunningServer, taskId: number, seconds: number): Promise<void> =>
  onDatabase(server, POSTPONE_TASK, taskId, seconds);

async function onDatabase(server: RunningServer, script: string, ...args: number[]): Promise<void> {
  await promisify(execFile)(globalThis.process.execPath, [script, databaseUrlOf(server), ...args.map(String)]);
}
