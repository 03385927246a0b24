import type { PagePlace } from "@precount/domain";

/** A word: a run of text without a visible gap. */
export interface Word {
  text: string;
  place: PagePlace;
  /** 1 for a text layer; the text reader's confidence for an image. */
  confidence: number;
  /** Letter size in the unit of places, when known more precisely than from the place. */
  fontSize?: number;
  isBold?: boolean;
  /** The distance between its letters, in monospaced type only: all gaps are multiples of it. */
  pitch?: number;
  /** The text's direction in degrees clockwise; absent when horizontal. The place is the upright box around the word. */
  angle?: number;
}

/** A drawn horizontal or vertical line. */
export interface Ruling {
  /** Whether it is the edge of a filled box. It is invisible when the adjacent box has the same color. */
  isEdge?: boolean;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * The words, rulings and pictures of one upright page, read from a PDF's text layer or recognized in an image. The layout treats
 * both the same.
 */
export interface PageContent {
  /** Counted from 1. */
  number: number;
  width: number;
  height: number;
  source: "text" | "picture" | "empty";
  words: Word[];
  /** The words of comments and stamps that cover others. They are laid out after the page. */
  comments?: Word[];
  rulings: Ruling[];
  /** The places of pictures. */
  pictures: PagePlace[];
  /** The places of drawn shapes other than boxes and lines, such as areas of a map. */
  figures?: PagePlace[];
}
