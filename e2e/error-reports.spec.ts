import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createEventWithPhotos } from "./support/review.ts";
import { ADMIN, expect, test } from "./support/server.ts";

/** A fake Sentry server that records the events it receives. */
const told: string[] = [];
async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  told.push(await text(request));
  response.writeHead(200, { "access-control-allow-origin": "*" }).end("{}");
}
const sentry = createServer((request, response) => void take(request, response)).listen(0, "127.0.0.1");
await once(sentry, "listening");
// A listening TCP server has a port.
const { port } = sentry.address() as AddressInfo;

test.use({ serverEnv: { SENTRY_DSN: `http://abc@127.0.0.1:${port}/7`, SENTRY_ENVIRONMENT: "e2e" } });
test.afterAll(() => void sentry.close());

test("a failure in the browser is reported to the configured Sentry without personal data", async ({ page }) => {
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
  await expect.poll(() => told.length).toBe(1);
  const event = JSON.parse(told[0]?.split("\n")[2] ?? "");
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
  for (const secret of secrets) expect(told.join("\n")).not.toContain(secret);
  // A refusal by the server is not an error report.
  await page.goto("/projects/no-such-event/eventImages");
  await expect(page.getByText("404")).toBeVisible();
  expect(told).toHaveLength(1);
});
