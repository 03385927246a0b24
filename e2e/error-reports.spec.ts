import { createEventWithPhotos } from "./support/review.ts";
import { ADMIN } from "./support/server.ts";
import { expect, testWithServices as test } from "./support/test-with-services.ts";

test("a failure in the browser is reported to the configured Sentry without personal data", async ({
  page,
  sentry: { reports },
}) => {
  const before = reports.length;
  const received = (): string[] => reports.slice(before);
  await createEventWithPhotos(page, "Lovelace Stores", []);
  await page.goto("/projects/create");
  await page.getByRole("textbox", { name: /name/i }).first().fill("Typed by Grace");
  await page.evaluate(() => {
    setTimeout(() => {
      throw new TypeError(
        'No account of ada@precount.test for "Grace" in IMG 0412 Ada.jpg, pc_kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk',
      );
    });
  });
  await expect.poll(() => received().length).toBe(1);
  const event = JSON.parse(received()[0]?.split("\n")[2] ?? "");
  expect(event).toMatchObject({
    environment: "e2e",
    transaction: "/projects/create",
    tags: { process: "browser" },
    exception: { values: [{ type: "TypeError", value: "No account of [e-mail] for [text][file], [id]" }] },
  });
  const session = await page.evaluate(() => localStorage.getItem("session"));
  const secrets = [
    ADMIN.email,
    ADMIN.password,
    "ada@",
    "Grace",
    "Lovelace",
    "lovelace",
    "0412",
    "kkkk",
    "Mozilla",
    session ?? "-",
  ];
  for (const secret of secrets) expect(received().join("\n")).not.toContain(secret);
  // A refusal by the server is not an error report.
  await page.goto("/projects/no-such-event/eventImages");
  await expect(page.getByText("404")).toBeVisible();
  expect(received()).toHaveLength(1);
});
