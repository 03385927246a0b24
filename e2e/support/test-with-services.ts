import { type Sentry, startSentry } from "./sentry.ts";
import { test } from "./server.ts";
import { type WorkAccountProvider, startWorkAccountProvider } from "./work-account-provider.ts";

/* Playwright requires the first parameter of a fixture to be an object pattern, even an empty one. */

/** `test` on a server that is configured with a real OpenID Connect provider and a fake Sentry server. Files share it. */
export const testWithServices = test.extend<object, { provider: WorkAccountProvider; sentry: Sentry }>({
  provider: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const provider = await startWorkAccountProvider();
      await provide(provider);
      await provider.stop();
    },
    { scope: "worker" },
  ],
  sentry: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const sentry = await startSentry();
      await provide(sentry);
      sentry.stop();
    },
    { scope: "worker" },
  ],
  serverEnv: [
    async ({ provider, sentry }, provide) => provide({ ...provider.env, ...sentry.env }),
    { scope: "worker" },
  ],
});

export { expect } from "@playwright/test";
