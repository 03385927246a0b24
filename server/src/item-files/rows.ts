/** One row of an item list file. */
export type FileRow = {
  /** The line of a text file, the row of a sheet, or the number of the item in a JSON file, from 1. */
  line: number;
  cells: string[];
  /** Why the row cannot be read at all; then its cells are empty. */
  problem?: string;
  /** The columns of formulas without a stored value. Their cells are empty. */
  uncalculated?: number[];
};

/** The rows of a file in batches. Stopping the iteration closes the file. */
export type RowBatches = AsyncGenerator<FileRow[], void, void>;

/** Reports how much of the file is read, in bytes of its source. */
export type OnRead = (done: number, total: number) => void;
