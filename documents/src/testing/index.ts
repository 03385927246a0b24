export { DEV_HALF } from "./corpus/dev-half.ts";
export { HELD_OUT_HALF } from "./corpus/held-out-half.ts";
export { prepare } from "./corpus/recipe.ts";
export type { CorpusDocument } from "./corpus/truth.ts";
export { type DocumentScore, type Leniency, type Tally, scoreDocument, share, sumOf } from "./score.ts";
export { type PictureFigure, photographedCells } from "./photographed/cells.ts";
