import { posix } from "node:path";
import { type ModuleGraph, reachableFrom } from "./module-graph.ts";

/** A change of one of these files can change every test. */
const AFFECTS_ALL = /^(package-lock\.json|vitest\.config\.ts|tsconfig[^/]*\.json|script\/lib\/env\.sh)$/;
/** Files that import all operations. Everything would be reachable through them. */
const COMPOSITION_ROOT =
  /^server\/src\/(processes\/|rpc\/(router|serve-rpc|audited-calls)\.ts|http\/routes\.ts|jobs\/start-job-handlers\.ts)/;
/** Workspaces whose tests run the whole program, as the browser tests do. */
const WHOLE_PROGRAM = /^(cli|bench)\//;
/** The test that runs the commands of the docs. It takes a minute. */
const COMMANDS_TEST = "script/lib/docs/commands.test.ts";
/** Files whose change selects COMMANDS_TEST. */
const COMMANDS = /^(cli\/|script\/[^/]+$|script\/lib\/docs\/|[^/]+\.md$|docs\/.*\.md$)/;
/** Tests of the whole API: rights of every procedure, and which changes are published and audited. */
const WHOLE_API_TEST = /^server\/src\/(processes\/(access|api)|operations\/(silent-writes|state-matrix))\.test\.ts$/;
const TEST = /\.test\.tsx?$/;
const TEST_API = "server/src/testing/test-api.ts";

/** `image-detection` of `server/src/operations/image-detection/x.ts` and `server/src/rpc/image-detection.ts`. */
const aggregateOf = (path: string): string | undefined =>
  /^server\/src\/(?:operations|rpc|http|jobs|live|audit|auth|storage|telemetry)\/([\w-]+)/.exec(path)?.[1];
const workspaceOf = (path: string): string => path.split("/", 1)[0] ?? "";

/**
 * The test files that a change can reach: those that import a changed file, directly or through others; of the tests that call the
 * server's API those of the reached folders, and those of the whole API. Tests of cli and bench run the whole program and are selected
 * if something there changed. Tests of script/ read many files and are selected always.
 */
export function selectTests(graph: ModuleGraph, files: readonly string[], changed: readonly string[]): string[] {
  const tests = files.filter((path) => TEST.test(path));
  if (changed.some((path) => AFFECTS_ALL.test(path))) return tests;
  const reached = reachableFrom(graph, changed, (path) => COMPOSITION_ROOT.test(path) || path === TEST_API);
  const server = [...reached].filter((path) => path.startsWith("server/src/") && !TEST.test(path));
  const aggregates = new Set(server.map(aggregateOf));
  const callsApi = graph.dependents.get(TEST_API) ?? new Set();
  // Data files that no module names, such as migrations.
  const unknown = changed.filter((path) => !/\.(ts|tsx|md)$/.test(path) && !graph.dependents.has(path));
  const workspaces = new Set(
    unknown.filter((path) => path.includes("/src/") || path.includes("/migrations/")).map(workspaceOf),
  );
  const changedWorkspaces = new Set(changed.map(workspaceOf));

  return tests.filter((path) => {
    if (path === COMMANDS_TEST) return changed.some((file) => COMMANDS.test(file));
    if (path.startsWith("script/") || workspaces.has(workspaceOf(path))) return true;
    if (WHOLE_PROGRAM.test(path) && !changedWorkspaces.has(workspaceOf(path))) return false;
    if (reached.has(path)) return true;
    if (!callsApi.has(path) || server.length === 0) return false;
    return WHOLE_API_TEST.test(path) || aggregates.has(posix.basename(posix.dirname(path)));
  });
}
