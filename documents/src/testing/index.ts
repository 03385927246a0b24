export { chanceDocuments, corpus } from "./corpus/corpus.ts";
export { prepare } from "./corpus/recipe.ts";
export type { CorpusDocument } from "./corpus/truth.ts";
export { type DocumentScore, type Leniency, type Tally, scoreDocument, share, sumOf } from "./score.ts";
export { type LanguageFigure, scoreLanguages } from "./languages/score-languages.ts";
export { type PictureFigure, photographedCells } from "./photographed/cells.ts";
export {
  type AdjacencyFigures,
  type AdjacencyScore,
  type PrintedTruth,
  adjacencyF1,
  adjacencyFigures,
  scoreAdjacency,
} from "./printed/adjacency.ts";
export { printedCorpus } from "./printed/printed-corpus.ts";
export { realCorpus } from "./real/real-corpus.ts";
