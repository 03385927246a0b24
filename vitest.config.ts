import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    projects: [
      "domain",
      "annotator",
      "photos",
      "vision",
      "documents",
      "server",
      "web",
      "cli",
      "bench",
      { test: { name: "script", include: ["script/**/*.test.ts"] } },
    ],
  },
});
