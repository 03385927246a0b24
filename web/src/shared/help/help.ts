import type { Right } from "@precount/domain";
import type { GlossaryTerm } from "./glossary.ts";

/** Something one does on a screen; with a right, it is told only to those who hold it. */
type Point = string | { text: string; right: Right };

export type ScreenHelp = {
  /** What the screen is called, as its heading or the way there says it. */
  title: string;
  /** What it is for, in a sentence or two. */
  about: string;
  points: readonly Point[];
  /** Keys of its own: written out, or the review's, which people change. */
  keys?: "review" | readonly { keys: readonly string[]; description: string }[];
  /** Words of the field that one meets there. */
  terms?: readonly GlossaryTerm[];
};

/** As one person sees it: what they may not do is not in it. */
export type ShownHelp = Omit<ScreenHelp, "points"> & { points: readonly string[] };
