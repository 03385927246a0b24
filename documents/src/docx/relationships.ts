import { posix } from "node:path";
import type { WordPackage } from "./open-package.ts";
import { childrenOf } from "./xml.ts";

/** What a part refers to within its package, by id. */
export interface Relationships {
  /** The name of the part with that id. */
  byId(id: string | undefined): string | undefined;
  /** The first of a kind: `styles`, `numbering`, … */
  ofKind(kind: string): string | undefined;
}

/**
 * What a part of a package refers to. Whatever is outside the package (links, linked pictures, `r:link` to a file of this
 * machine) is left out here, so that nobody can follow it.
 * @param part "" for the package itself
 */
export async function readRelationships(pack: WordPackage, part: string): Promise<Relationships> {
  const { dir, base } = posix.parse(part);
  const root = await pack.readPart(posix.join(dir, "_rels", `${base}.rels`));
  const inside = childrenOf(root, "Relationship").filter(({ attributes }) => attributes["TargetMode"] !== "External");
  const targets = inside.map(({ attributes: { Id: id, Type: type = "", Target: target = "" } }) => ({
    id,
    kind: type.slice(type.lastIndexOf("/") + 1),
    name: posix.join("/", target.startsWith("/") ? "" : dir, target).slice(1),
  }));
  return {
    byId: (id) => targets.find((target) => target.id === id)?.name,
    ofKind: (kind) => targets.find((target) => target.kind === kind)?.name,
  };
}
