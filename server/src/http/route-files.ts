import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** As the build writes them (web/route-files.ts): a parameter of a path is `$name`. */
const routesSchema = z.array(z.object({ path: z.string(), files: z.array(z.string()) }));
type Routes = z.infer<typeof routesSchema>;

const segmentsOf = (path: string): string[] => path.split("/").filter(Boolean);
const isParameter = (segment: string): boolean => segment.startsWith("$");

/** Of the routes that an address may mean, the one that says most of it by name. @param url with or without its query */
export function filesFor(routes: Routes, url: string): string[] {
  const asked = segmentsOf(url.split(/[?#]/, 1)[0] ?? "");
  const means = (path: string): boolean => {
    const segments = segmentsOf(path);
    return segments.length === asked.length && segments.every((one, at) => isParameter(one) || one === asked[at]);
  };
  const named = (path: string): number => segmentsOf(path).filter((segment) => !isParameter(segment)).length;
  const [best] = routes.filter(({ path }) => means(path)).toSorted((a, b) => named(b.path) - named(a.path));
  return best?.files ?? [];
}

const toLink = (file: string): string =>
  file.endsWith(".css") ? `<${file}>; rel=preload; as=style; crossorigin` : `<${file}>; rel=modulepreload`;

/**
 * The `Link` header of a page (RFC 8288): browsers ask for the screen's files with it, before they have read the first script. Null when
 * nothing is known of the address.
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
