import { defineConfig } from "@playwright/test";
import { CHROMIUM_SHELL, QUIET_ARGS } from "./support/chromium.ts";
import { IS_EXHAUSTIVE, NIGHTLY } from "./support/is-exhaustive.ts";

/** Tests of what the reader finds in photos. One worker runs them, because each worker would load the model on a server of its own. */
const WITH_READER = /(box-form|canvas|capture|detections|experiments|journey|recognition)\.spec\.ts$/;

export default defineConfig({
  testDir: ".",
  // The reader's tests take longest in one worker, so they start first.
  projects: [
    { name: "reader", testMatch: WITH_READER, workers: 1 },
    { name: "other", testIgnore: WITH_READER },
  ],
  outputDir: "../test-results",
  // Limits end hanging tests; they do not measure speed.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  snapshotPathTemplate: "{testDir}/visual-baselines/{arg}{ext}",
  // Each worker has its own server and browser. On two cores, two workers leave a fifth of the processor time idle, because tests wait for
  // timers and locks. Three leave a tenth.
  workers: 3,
  retries: 0,
  forbidOnly: true,
  ...(IS_EXHAUSTIVE ? {} : { grepInvert: new RegExp(NIGHTLY) }),
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Europe/London",
    // Animations would move click targets and change colors during checks.
    contextOptions: { reducedMotion: "reduce" },
    // Traces cost a seventh of the run time. Use `--trace retain-on-failure` to debug. Then Playwright loads blob addresses itself, which
    // the Content-Security-Policy blocks and reports: experiments.spec.ts fails at its end.
    trace: "off",
    actionTimeout: 30_000,
    launchOptions: { executablePath: CHROMIUM_SHELL, args: [...QUIET_ARGS] },
  },
});
