import type { Block } from "@precount/domain";
import type { BlocksReader } from "./blocks.ts";
import type { WordPackage } from "./open-package.ts";
import type { Relationships } from "./relationships.ts";

/** Reads headers and footers, and skips text that an earlier section already showed. */
export class HeadersAndFooters {
  readonly #pack: WordPackage;
  readonly #relationships: Relationships;
  readonly #reader: BlocksReader;
  readonly #seen = new Set<string>();

  constructor(pack: WordPackage, relationships: Relationships, reader: BlocksReader) {
    this.#pack = pack;
    this.#relationships = relationships;
    this.#reader = reader;
  }

  /** Reads the headers or footers with these relationship ids, except text read before. */
  async read(ids: readonly string[]): Promise<Block[]> {
    const blocks: Block[][] = [];
    for (const id of ids) {
      const name = this.#relationships.byId(id);
      const root = name === undefined ? undefined : await this.#pack.readPart(name);
      if (root) blocks.push(this.#unlessSeen(this.#reader.read(root)));
    }
    return blocks.flat();
  }

  #unlessSeen(blocks: Block[]): Block[] {
    const words = JSON.stringify(blocks, (key, value: unknown) => (key === "page" ? undefined : value));
    if (this.#seen.has(words)) return [];
    this.#seen.add(words);
    return blocks;
  }
}
