import { type TestProjectInlineConfiguration, defineConfig } from "vitest/config";

type Options = NonNullable<TestProjectInlineConfiguration["test"]>;

/** Named here, for a project by its folder's name alone does not take over `maxWorkers` and runs its files one by one. */
const project = (name: string, test: Options = {}): TestProjectInlineConfiguration => ({
  extends: true,
  test: { name, root: name, ...test },
});
/** Nothing but functions: its files share a process, each of which takes most of a second to start. */
const pure = (name: string): TestProjectInlineConfiguration => project(name, { isolate: false });

export default defineConfig({
  test: {
    // Two cores: with a third the suite is no quicker, and what waits for an answer waits too long.
    maxWorkers: 2,
    projects: [
      pure("domain"),
      pure("annotator"),
      pure("web"),
      pure("script"),
      project("photos"),
      project("vision"),
      project("documents"),
      project("cli"),
      project("bench"),
      "server",
    ],
  },
});
