import { parseSync } from "oxc-parser";

/** Names that a module takes from another; null takes all of them. */
type Import = { request: string; names: readonly string[] | null };
/** A name that a module passes on from another; a null name passes all of them on. */
type ReExport = { request: string; name: string | null; exported: string | null };
export type Module = { imports: readonly Import[]; reExports: readonly ReExport[]; exported: ReadonlySet<string> };

/** Relative paths in strings: files that a module reads, or forks as a process. */
const RELATIVE_PATH = /["'`](\.{1,2}\/[^"'`\s$]+)["'`]/g;

const isNamespace = ({ kind }: { kind: string }): boolean => kind === "NamespaceObject";

/** Reads the imports and exports of a module, without types: the type check covers them. */
export function readModule(path: string, source: string): Module {
  const { module } = parseSync(path, source);
  const imports: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    request: moduleRequest.value,
    names: entries.some(({ importName }) => isNamespace(importName))
      ? null
      : entries.filter(({ isType }) => !isType).map(({ importName }) => importName.name ?? "default"),
  }));
  const entries = module.staticExports.flatMap((statement) => statement.entries).filter(({ isType }) => !isType);
  const reExports = entries.flatMap(({ moduleRequest, importName, exportName }): ReExport[] =>
    moduleRequest
      ? [{ request: moduleRequest.value, name: importName.name ?? null, exported: exportName.name ?? null }]
      : [],
  );
  const own = entries
    .filter(({ moduleRequest }) => !moduleRequest)
    .map(({ exportName }) => exportName.name ?? "default");
  const given = new Set([...imports, ...reExports].map(({ request }) => request));
  const paths = [...source.matchAll(RELATIVE_PATH)].map(([, request = ""]) => request);
  const others = paths.filter((request) => !given.has(request)).map((request) => ({ request, names: null }));
  return { imports: [...imports, ...others], reExports, exported: new Set(own) };
}
