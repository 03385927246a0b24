import { type TestProjectInlineConfiguration, defineConfig } from "vitest/config";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/**
 * A project of several workspaces. All of its test files share the two test processes and the compiled modules: a process of its own takes
 * most of a second for each file, and each project compiles the modules that it shares with others once more. So tests must not change
 * global state.
 */
const project = (name: string, workspaces: readonly string[], test: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, include: workspaces.map((workspace) => `${workspace}/**/*.test.ts`), isolate: false, ...test },
});

export default defineConfig({
  test: {
    // These limits end hanging tests. They do not measure speed, because the machine may be slow and busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // On two cores a third worker saves no time, and tests that wait for a response reach their limits.
    maxWorkers: 2,
    projects: [
      // `script/test` runs these with a lower priority than other tests.
      project("libraries", ["domain", "annotator", "web", "photos", "ocr", "vision", "documents"], {
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      project("programs", ["forked-process", "server", "cli", "bench", "script"], {
        globalSetup: [`${import.meta.dirname}/server/src/testing/global-setup.ts`],
      }),
    ],
  },
});
