import { posix } from "node:path";
import type { WordPackage } from "./open-package.ts";
import { childrenOf } from "./xml.ts";

/** The parts that a part refers to. */
export interface Relationships {
  /** The name of the part with that id. */
  byId(id: string | undefined): string | undefined;
  /** The name of the first part of a kind: `styles`, `numbering`, … */
  ofKind(kind: string): string | undefined;
}

/**
 * Reads the relationships of a part. Drops external targets (links, linked pictures, local files), so that no code can follow them.
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
