import { defineConfig } from "@playwright/test";

/** The browser is the system's: `script/lib/chromium.sh` finds or installs it. */
const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

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
