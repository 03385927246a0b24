import { signInByApi } from "./support/prepare-by-api.ts";
import { expect, testWithFakeModel as test } from "./support/server.ts";

test("an admin sees running processes, waiting jobs and required actions", async ({ page }) => {
  await signInByApi(page);
  await page.goto("/");
  await page.getByRole("button", { name: "User menu of Admin" }).click();
  await page.getByRole("link", { name: "Server status" }).click();
  await expect(page.getByRole("heading", { name: "Server status", level: 1 })).toBeVisible();
  const needs = page.getByRole("list", { name: "Problems" });
  const processes = page.getByRole("region", { name: "Processes" });
  await expect(processes.getByRole("row", { name: /Server .* Running/ })).toBeVisible();
  await expect(processes.getByRole("row", { name: /Worker/ })).toBeVisible({ timeout: 30_000 });
  // Earlier tests may have left jobs in the queue.
  await expect(needs.getByRole("listitem").filter({ hasText: "No backup has been made yet" })).toBeVisible({
    timeout: 30_000,
  });
  // The metrics endpoint returns the figures of both processes.
  const figures = await (await page.request.get("/api/metrics")).text();
  for (const role of ["api", "worker"]) expect(figures).toContain(`process_resident_memory_bytes{process="${role}"}`);
});
