import { readFileSync, readdirSync } from "node:fs";
import { posix } from "node:path";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

/** A route and the modules of its screen and of the layouts around it. */
export type RouteModules = { path: string; modules: string[] };
/** The URLs of a route's scripts and styles. The server sends them as preload hints. */
type RouteFiles = { path: string; files: string[] };

/** Read by the server beside index.html (server/src/http/route-files.ts). */
const FILE_NAME = "route-files.json";
const ROUTES_FOLDER = "src/app/routes";

/** The source of all route files. */
export function readRoutes(): string {
  const folder = new URL(`${ROUTES_FOLDER}/`, import.meta.url);
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => readFileSync(new URL(name, folder), "utf8"))
    .join("\n");
}

/**
 * The routes with a screen, parsed from the files in `src/app/routes/`. Each route there is a `const name = createRoute({…})`.
 * @param source the contents of these files
 */
export function routeModules(source: string): RouteModules[] {
  const routes = new Map(
    // A route on one line, or on several lines that end with `});` at the start of a line.
    [...source.matchAll(/^(?:export )?const (\w+) = createRoute\(\{(.+|\n[^]*?\n)\}\);$/gm)].map(
      ([, name = "", body = ""]) => [
        name,
        {
          parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? "",
          path: /\bpath: "([^"]+)"/.exec(body)?.[1] ?? "",
          module: /import\("([^"]+)"\)/.exec(body)?.[1] ?? null,
        },
      ],
    ),
  );
  const resolve = (name: string): RouteModules => {
    const route = routes.get(name);
    if (!route) return { path: "", modules: [] };
    const parent = resolve(route.parent);
    const path = `${parent.path}${route.path}`.replaceAll("//", "/");
    return { path, modules: [...parent.modules, ...(route.module ? [route.module] : [])] };
  };
  const isLayout = (name: string): boolean => [...routes.values()].some(({ parent }) => parent === name);
  return [...routes].filter(([name, { module }]) => module !== null && !isLayout(name)).map(([name]) => resolve(name));
}

/**
 * The files of a chunk and of its static imports, styles included.
 * @param known files to leave out, with their own imports
 */
export function filesWith(chunk: Chunk, chunks: readonly Chunk[], known: ReadonlySet<string> = new Set()): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName) || known.has(fileName)) return;
    files.add(fileName);
    const found = chunks.find((candidate) => candidate.fileName === fileName);
    for (const imported of found?.imports ?? []) add(imported);
    for (const style of found?.viteMetadata?.importedCss ?? []) if (!known.has(style)) files.add(style);
  };
  add(chunk.fileName);
  return files;
}

/** Writes the files that each route needs in addition to those in index.html. */
export function routeFilesPlugin(): Plugin {
  return {
    name: "precount:route-files",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? [output] : []));
      const entry = chunks.find(({ isEntry, name }) => isEntry && name === "index");
      if (!entry) throw new Error("The build has no entry chunk.");
      const known = filesWith(entry, chunks);
      const routes = routeModules(readRoutes()).map(({ path, modules }): RouteFiles => {
        const files = modules.flatMap((module) => {
          const end = posix.join(`/${ROUTES_FOLDER}`, module);
          const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(end)));
          if (!chunk) throw new Error(`The build has no ${module}.`);
          return [...filesWith(chunk, chunks, known)];
        });
        return { path, files: [...new Set(files)].map((file) => `/${file}`) };
      });
      this.emitFile({ type: "asset", fileName: FILE_NAME, source: JSON.stringify(routes) });
    },
  };
}
