/** The part of the API that is used here. The package has no types. */
declare module "bidi-js" {
  interface EmbeddingLevels {
    /** The level of each UTF-16 unit; odd levels are right-to-left. */
    levels: Uint8Array;
  }
  interface Bidi {
    getEmbeddingLevels(text: string): EmbeddingLevels;
    /** The indices of the units in display order. */
    getReorderedIndices(text: string, levels: EmbeddingLevels): number[];
    /** The opposite bracket; null for other characters. */
    getMirroredCharacter(character: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}
