import type { TableCell, TextLine } from "@precount/domain";

/** The cell or line under the pointer or with the focus, framed in the picture. */
export type PlacedItem = TableCell | TextLine;
