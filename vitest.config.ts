import { type TestProjectInlineConfiguration, defineConfig } from "vitest/config";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Named here, for a project by its folder's name alone does not take over `maxWorkers` and runs its files one by one. */
const project = (name: string, test: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, root: name, ...test },
});
/** Functions, and children that do the work: its files share a process, each of which takes most of a second to start. */
const sharing = (name: string, test: Options = {}): TestProjectInlineConfiguration =>
  project(name, { isolate: false, ...test });

export default defineConfig({
  test: {
    // To end what hangs, not to time what works: the machine may be slow, and busy with other tests.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Two cores: with a third the suite is no quicker, and what waits for an answer waits too long.
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
