import type { PagePlace } from "@precount/domain";

/** A run of text without a gap that a person would see, upright. */
export interface Word {
  text: string;
  place: PagePlace;
  /** 1 from a text layer, the reader's own from a picture. */
  confidence: number;
  /** Height of its letters, in the places' unit, where that is known better than from its place. */
  fontSize?: number;
  isBold?: boolean;
  /** Which way it runs, degrees clockwise; absent when level. Its place is the upright box around it all the same. */
  angle?: number;
}

/** A drawn line, level or upright, as far as it goes. */
export interface Rule {
  /** It is the edge of a filled box: a person sees where the colour ends, or nothing when the next box has the same. */
  isEdge?: boolean;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * What stands on one upright page, wherever it comes from: a PDF's text layer or a reader's look at a picture. From here
 * on both go the same way.
 */
export interface PageMarks {
  /** Counted from 1. */
  number: number;
  width: number;
  height: number;
  source: "text" | "picture" | "empty";
  words: Word[];
  rules: Rule[];
  /** Where pictures stand. */
  pictures: PagePlace[];
}
