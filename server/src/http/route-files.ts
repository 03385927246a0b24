import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** The file of the build (web/route-files.ts). A path parameter is `$name`. */
const routesSchema = z.array(z.object({ path: z.string(), files: z.array(z.string()) }));
type Routes = z.infer<typeof routesSchema>;

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith("$");

/** The files of the most specific route that matches the URL. @param url with or without its query */
export function filesFor(routes: Routes, url: string): string[] {
  const requested = segmentsOf(url.split(/[?#]/, 1)[0] ?? "");
  const matches = (path: string): boolean => {
    const segments = segmentsOf(path);
    return (
      segments.length === requested.length &&
      segments.every((segment, at) => isParameter(segment) || segment === requested[at])
    );
  };
  const literalCount = (path: string): number => segmentsOf(path).filter((segment) => !isParameter(segment)).length;
  const [best] = routes
    .filter(({ path }) => matches(path))
    .toSorted((a, b) => literalCount(b.path) - literalCount(a.path));
  return best?.files ?? [];
}

const toLink = (file: string): string =>
  file.endsWith(".css") ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`;

/**
 * The `Link` header of a page (RFC 8288): browsers request the screen's files before they have read the first script. Null for a URL
 * without known files.
 */
export async function linksFor(root: string, url: string): Promise<string | null> {
  const file = await readFile(join(root, "route-files.json"), "utf8").catch(() => null);
  if (file === null) return null;
  return (
    filesFor(routesSchema.parse(JSON.parse(file)), url)
      .map(toLink)
      .join(", ") || null
  );
}
