import { type TestProjectInlineConfiguration, defineConfig } from "vitest/config";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** A project that is configured here, because a project given only by its folder ignores `maxWorkers` and runs one file at a time. */
const project = (name: string, test: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, root: name, ...test },
});
/** A project whose files share a test process, which saves most of a second per file. Its tests must not change global state. */
const sharing = (name: string, test: Options = {}): TestProjectInlineConfiguration =>
  project(name, { isolate: false, ...test });

export default defineConfig({
  test: {
    // These limits end hanging tests. They do not measure speed, because the machine may be slow and busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // On two cores a third worker saves no time, and tests that wait for a response reach their limits.
    maxWorkers: 2,
    projects: [
      sharing("domain"),
      sharing("annotator"),
      sharing("web"),
      sharing("script"),
      sharing("forked-process"),
      sharing("photos"),
      sharing("ocr"),
      sharing("vision"),
      sharing("documents"),
      project("cli"),
      project("bench"),
      sharing("server", { globalSetup: [`${import.meta.dirname}/server/src/testing/global-setup.ts`] }),
    ],
  },
});
