import type { Leniency } from "@precount/documents/testing";
import type { DocumentStructure } from "@precount/domain";

/** Something that reads documents, to be measured: ours, or one that others made. */
export interface Reader {
  name: string;
  /** What it is not asked for. */
  leniency: Leniency;
  /** Rejects when it cannot read a document; that counts as nothing found. */
  read(path: string): Promise<DocumentStructure>;
  /** The tables in a photo as rows of texts, where photos go another way than documents. */
  readPhoto?(path: string): Promise<string[][][]>;
  /** The process that does the work. */
  pid(): number | undefined;
  close(): Promise<void>;
}
