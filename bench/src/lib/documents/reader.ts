import type { Leniency } from "@precount/documents/testing";
import type { DocumentStructure } from "@precount/domain";

/** A document reader to measure: ours or a library. */
export interface Reader {
  name: string;
  /** Kinds of documents that it does not support. */
  leniency: Leniency;
  /** Rejects if it cannot read a document, which counts as an empty result. */
  read(path: string): Promise<DocumentStructure>;
  /** The tables of a photo as rows of texts, for readers with a separate path for photos. */
  readPhoto?(path: string): Promise<string[][][]>;
  /** Id of the process that does the work. */
  pid(): number | undefined;
  close(): Promise<void>;
}
