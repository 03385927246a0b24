import { readFileSync } from "node:fs";
import type { Plugin, Rolldown } from "vite";

type Chunk = Rolldown.OutputChunk;

/** A route and the modules that draw it: its own screen's and those of the frames around it. */
export type RouteModules = { path: string; modules: string[] };
/** What the server tells browsers of a route, so that they ask for it at once: addresses of scripts and styles. */
type RouteFiles = { path: string; files: string[] };

/** Read by the server beside index.html (server/src/http/route-files.ts). */
const FILE_NAME = "route-files.json";

/**
 * The routes as `src/app/routes.tsx` has them, each a `const name = createRoute({…})`, without those that draw nothing.
 * @param source of that file
 */
export function routeModules(source: string): RouteModules[] {
  const routes = new Map(
    // On one line, or on several down to where one begins with its end.
    [...source.matchAll(/^const (\w+) = createRoute\(\{(.+|\n[^]*?\n)\}\);$/gm)].map(([, name = "", body = ""]) => [
      name,
      {
        parent: /getParentRoute: \(\) => (\w+)/.exec(body)?.[1] ?? "",
        path: /\bpath: "([^"]+)"/.exec(body)?.[1] ?? "",
        module: /import\("([^"]+)"\)/.exec(body)?.[1] ?? null,
      },
    ]),
  );
  const whole = (name: string): RouteModules => {
    const route = routes.get(name);
    if (!route) return { path: "", modules: [] };
    const around = whole(route.parent);
    const path = `${around.path}${route.path}`.replaceAll("//", "/");
    return { path, modules: [...around.modules, ...(route.module ? [route.module] : [])] };
  };
  const isFrame = (name: string): boolean => [...routes.values()].some(({ parent }) => parent === name);
  return [...routes].filter(([name, { module }]) => module !== null && !isFrame(name)).map(([name]) => whole(name));
}

/** A chunk's file and those that it cannot do without, styles included. @param known are left out, with what only they need */
export function filesWith(chunk: Chunk, chunks: readonly Chunk[], known: ReadonlySet<string> = new Set()): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName) || known.has(fileName)) return;
    files.add(fileName);
    const one = chunks.find((other) => other.fileName === fileName);
    for (const other of one?.imports ?? []) add(other);
    for (const style of one?.viteMetadata?.importedCss ?? []) if (!known.has(style)) files.add(style);
  };
  add(chunk.fileName);
  return files;
}

/** Writes what each route needs beyond what every page names itself. */
export function routeFilesPlugin(): Plugin {
  return {
    name: "precount:route-files",
    apply: "build",
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).flatMap((one) => (one.type === "chunk" ? [one] : []));
      const entry = chunks.find(({ isEntry, name }) => isEntry && name === "index");
      if (!entry) throw new Error("The build has no page.");
      const known = filesWith(entry, chunks);
      const source = readFileSync(new URL("src/app/routes.tsx", import.meta.url), "utf8");
      const routes = routeModules(source).map(({ path, modules }): RouteFiles => {
        const files = modules.flatMap((module) => {
          // As routes.tsx names it: `./X.tsx` or `../features/…/X.tsx`.
          const end = module.startsWith("./") ? `/src/app/${module.slice(2)}` : `/src/${module.slice(3)}`;
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
