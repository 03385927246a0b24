import { defineConfig } from "@playwright/test";

/** The browser is the system's: `script/lib/chromium.sh` finds or installs it. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  outputDir: "../test-results",
  timeout: 120_000,
  expect: { timeout: 15_000 },
  // One server per worker; two cores serve one browser and one server well.
  workers: 1,
  retries: 0,
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    // What moves is met half-way: neither pressed where it will not be, nor judged by a colour that passes.
    contextOptions: { reducedMotion: "reduce" },
    trace: "retain-on-failure",
    actionTimeout: 15_000,
    launchOptions: {
      executablePath,
      // Root in a container has no sandbox; the rest keeps Chromium from calling home.
      args: [
        ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});
