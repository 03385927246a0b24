import {
  type AdjacencyFigures,
  type AdjacencyScore,
  adjacencyFigures,
  printedCorpus,
  scoreAdjacency,
} from "@precount/documents/testing";
import type { DocumentStructure } from "@precount/domain";
import type { Reader } from "./reader.ts";

const NOTHING: DocumentStructure = { kind: "pdf", pages: [], problems: [] };

/** Scores a reader on printed documents by adjacency relations; calls `tell` for each document. */
export async function scorePrinted(
  half: "dev" | "heldOut" | "both",
  only: string,
  reader: Reader,
  tell: (score: AdjacencyScore) => void,
): Promise<AdjacencyFigures> {
  const scores: AdjacencyScore[] = [];
  for await (const { path, truth } of printedCorpus(half, only)) {
    const score = scoreAdjacency(truth, await reader.read(path).catch(() => NOTHING));
    scores.push(score);
    tell(score);
  }
  return adjacencyFigures(scores);
}
