import { readFile } from "node:fs/promises";
import { unzipSync } from "fflate";
import { expectNoSeriousViolations } from "./support/axe.ts";
import { createEventWithPhotos } from "./support/review.ts";
import { openScreen } from "./support/open-screen.ts";
import { samplePaths } from "./support/samples.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test("an event's labeled images are exported and imported, and its webhook is tested and kept secret", async ({
  page,
}) => {
  const slug = await createEventWithPhotos(page, "Exchange", [samplePaths[0] ?? ""]);

  const coco = await test.step("the export has the photo's boxes", async () => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Labeled images" }).click();
    await expectNoSeriousViolations(page);
    await page.getByRole("radio", { name: "Links" }).check();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download" }).click(),
    ]);
    const entries = unzipSync(await readFile(await file.path()));
    const text = Buffer.from(entries["annotations/instances_train.json"] ?? []).toString();
    expect(text).toContain('"code":"000123"');
    return text;
  });

  await test.step("the same file is imported as another detection", async () => {
    const file = { name: "boxes.json", mimeType: "application/json", buffer: Buffer.from(coco) };
    await page.getByLabel("COCO file").setInputFiles(file);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await expect(page.getByText(/^Imported \d+ boxes on 1 image\.$/)).toBeVisible();
  });

  let firstSecret = "";
  await test.step("a webhook's secret is shown once, and its test is in the log", async () => {
    await openScreen(page, `/projects/${slug}/destinations`);
    await page.getByRole("button", { name: "Add destination" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("ERP");
    await dialog.getByLabel("Address").fill("https://127.0.0.1/precount");
    await expectNoSeriousViolations(page);
    await dialog.getByRole("button", { name: "Add" }).click();
    // Private addresses are not allowed here. A name is looked up when the message is sent; `.invalid` belongs to no host (RFC 6761).
    await expect(page.getByText(/127\.0\.0\.1 is not a public address/)).toBeVisible();
    await dialog.getByLabel("Address").fill("https://erp.invalid/precount");
    await dialog.getByLabel("Address").press("Enter");
    await expect(page.getByRole("textbox", { name: "Signing secret" })).toHaveValue(/^whsec_/);
    firstSecret = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
    await page.getByRole("button", { name: "Done" }).click();
    await page.getByRole("button", { name: "Actions for ERP" }).click();
    await page.getByRole("menuitem", { name: "Send a test" }).click();
    await expect(
      page
        .getByRole("listitem")
        .filter({ hasText: /Failed.*Test.*erp\.invalid (was not found|could not be looked up)/ }),
    ).toBeVisible();
    await expectNoSeriousViolations(page);
    await page.keyboard.press("Escape");
  });

  await test.step("the secret is rotated after a confirmation, and the list says how long the former one signs", async () => {
    await page.getByRole("button", { name: "Actions for ERP" }).click();
    await page.getByRole("menuitem", { name: "Rotate signing secret" }).click();
    const question = page.getByRole("dialog", { name: "Rotate the signing secret of ERP?" });
    await expect(question).toContainText("For 24 hours messages are signed with the new and the former secret");
    await question.getByRole("button", { name: "Rotate" }).click();
    const secret = page.getByRole("textbox", { name: "Signing secret" });
    await expect(secret).toHaveValue(/^whsec_/);
    expect(await secret.inputValue()).not.toBe(firstSecret);
    await page.getByRole("button", { name: "Done" }).click();
    await expect(secret).toBeHidden();
    await expect(page.getByText(/^Signed with the former secret too until /)).toBeVisible();
    await expectNoSeriousViolations(page);
  });
});
