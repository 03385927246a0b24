import { posix } from "node:path";
import { type Module, readModule } from "./read-module.ts";

/** The files that each file needs, and the other way around. */
export type ModuleGraph = { dependents: ReadonlyMap<string, ReadonlySet<string>> };

/** @param packages the files of imports such as `@precount/domain` */
export function buildModuleGraph(
  files: readonly string[],
  read: (path: string) => string,
  packages: ReadonlyMap<string, string>,
): ModuleGraph {
  const all = new Set(files);
  const modules = new Map(
    files.filter((path) => /\.(ts|tsx)$/.test(path)).map((path) => [path, readModule(path, read(path))]),
  );
  const resolve = (from: string, request: string): string =>
    request.startsWith(".") ? posix.join(posix.dirname(from), request) : (packages.get(request) ?? "");

  /** The files that define a name of a module: an index file only passes names on. */
  function definersOf(path: string, name: string, seen = new Set<string>()): string[] {
    const module = modules.get(path);
    if (!module || seen.has(path)) return [];
    seen.add(path);
    if (module.exported.has(name)) return [path];
    return module.reExports
      .filter(({ exported }) => exported === null || exported === name)
      .flatMap(({ request, name: inner, exported }) =>
        definersOf(resolve(path, request), exported === null ? name : (inner ?? name), seen),
      );
  }
  function allDefinersOf(path: string): string[] {
    const { reExports } = modules.get(path) ?? { reExports: [] };
    return [path, ...reExports.flatMap(({ request }) => allDefinersOf(resolve(path, request)))];
  }
  function filesAt(path: string): string[] {
    if (all.has(path)) return allDefinersOf(path);
    const folder = path.endsWith("/") ? path : `${path}/`;
    return files.filter((file) => file.startsWith(folder));
  }
  function dependenciesOf(path: string, { imports }: Module): string[] {
    return imports.flatMap(({ request, names }) => {
      const target = resolve(path, request);
      if (target === "") return [];
      return names === null || !modules.has(target)
        ? filesAt(target)
        : names.flatMap((name) => definersOf(target, name));
    });
  }

  const dependents = new Map<string, Set<string>>();
  for (const [path, module] of modules) {
    for (const target of dependenciesOf(path, module)) {
      const known = dependents.get(target);
      if (known) known.add(path);
      else dependents.set(target, new Set([path]));
    }
  }
  return { dependents };
}

/** The files that a change of `changed` can reach, without going on from `barriers`. */
export function reachableFrom(
  { dependents }: ModuleGraph,
  changed: readonly string[],
  isBarrier: (path: string) => boolean,
): Set<string> {
  const reached = new Set(changed);
  for (const path of reached) {
    if (isBarrier(path)) continue;
    for (const dependent of dependents.get(path) ?? []) reached.add(dependent);
  }
  return reached;
}
