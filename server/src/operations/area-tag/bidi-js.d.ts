/** What we use of it; the package has no types of its own. */
declare module "bidi-js" {
  interface EmbeddingLevels {
    /** Of each UTF-16 unit: odd is right to left. */
    levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    /** The units' indices in the order in which they stand on the line. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    /** The other bracket of a pair; null for all else. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
