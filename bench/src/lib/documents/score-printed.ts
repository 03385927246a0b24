import {
  type AdjacencyFigures,
  type AdjacencyScore,
  type PrintedTruth,
  adjacencyFigures,
  printedCorpus,
  realCorpus,
  scoreAdjacency,
} from "@precount/documents/testing";
import type { DocumentStructure } from "@precount/domain";
import type { Reader } from "./reader.ts";

const NOTHING: DocumentStructure = { kind: "pdf", pages: [], problems: [] };

/** The scores of a reader on all documents, and on those of each source. */
export interface RealScores extends AdjacencyFigures {
  sources: Record<string, AdjacencyFigures>;
}

/**
 * Scores a reader by adjacency relations on the documents printed for this project and on those of other authors; calls `tell`
 * for each document. Documents of Debian packages are read only after fetch-real.ts fetched them.
 */
export async function scorePrinted(
  half: "dev" | "heldOut" | "both",
  only: string,
  reader: Reader,
  tell: (score: AdjacencyScore) => void,
): Promise<RealScores> {
  const bySource = new Map<string, AdjacencyScore[]>();
  const read = async (source: string, path: string, truth: PrintedTruth): Promise<void> => {
    const score = scoreAdjacency(truth, await reader.read(path).catch(() => NOTHING));
    bySource.set(source, [...(bySource.get(source) ?? []), score]);
    tell(score);
  };
  for await (const { path, truth } of printedCorpus(half, only)) await read("printed", path, truth);
  for await (const { path, truth } of printedCorpus(half, only, { corpus: "reports" }))
    await read("reports", path, truth);
  // The documents of other authors have no held-out half.
  if (half !== "heldOut")
    for await (const { path, truth, isCommitted } of realCorpus(only))
      await read(isCommitted ? "otherAuthors" : "debianPackages", path, truth);
  const sources = [...bySource].map(([source, scores]) => [source, adjacencyFigures(scores)] as const);
  return { ...adjacencyFigures([...bySource.values()].flat()), sources: Object.fromEntries(sources) };
}
