import type { Right } from "@precount/domain";
import type { GlossaryTerm } from "./glossary.ts";

/** An action on a screen. With a right, it is shown only to users who have it. */
type Point = string | { text: string; right: Right };

export type ScreenHelp = {
  /** The screen's title. */
  title: string;
  /** The screen's purpose in one or two sentences. */
  about: string;
  points: readonly Point[];
  /** The screen's keys: a list, or the review's configurable keys. */
  keys?: "review" | readonly { keys: readonly string[]; description: string }[];
  /** The glossary terms that the screen uses. */
  terms?: readonly GlossaryTerm[];
};

/** The help as one user sees it, without points that need a right the user does not have. */
export type ShownHelp = Omit<ScreenHelp, "points"> & { points: readonly string[] };
