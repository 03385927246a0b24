import { defineConfig } from "@playwright/test";
import { CHROMIUM_SHELL, QUIET_ARGS } from "./support/chromium.ts";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  // Limits are to end what hangs, not to time what works.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  snapshotPathTemplate: "{testDir}/looks/{arg}{ext}",
  // One server per worker, each with a browser: one waits while the other works, so two are a quarter quicker on two cores.
  workers: 2,
  retries: 0,
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    // What moves is met half-way: neither pressed where it will not be, nor judged by a colour that passes.
    contextOptions: { reducedMotion: "reduce" },
    // A trace costs a seventh of the time; `--trace retain-on-failure` makes one of what fails.
    trace: "off",
    actionTimeout: 30_000,
    launchOptions: { executablePath: CHROMIUM_SHELL, args: [...QUIET_ARGS] },
  },
});
