import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "server",
    // A config of its own takes over nothing: as the root's.
    maxWorkers: 2,
    // Reading the API's modules anew for each file takes longer than most files' tests.
    isolate: false,
    globalSetup: ["src/testing/global-setup.ts"],
    // The first test of a file waits for its database, and the machine may be busy with other workspaces' tests.
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});
