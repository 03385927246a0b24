import { createContext } from "react";
import type { ReadingState } from "./reader.ts";

export type Recognition = {
  /** What is being read of the result there; null when nothing is. */
  stateAt: (index: number) => ReadingState | null;
  read: (index: number) => void;
};

export const RecognitionContext = createContext<Recognition>({ stateAt: () => null, read: () => undefined });
