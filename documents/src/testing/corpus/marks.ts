/** A font face by name: one of PDF's own, or one of DejaVu's, which is embedded and can be drawn into pictures too. */
export type Face =
  | "Helvetica"
  | "Helvetica-Bold"
  | "Times-Roman"
  | "Times-Bold"
  | "Courier"
  | "Courier-Bold"
  | "DejaVuSans"
  | "DejaVuSans-Bold"
  | "DejaVuSansCondensed"
  | "DejaVuSansCondensed-Bold"
  | "DejaVuSerif"
  | "DejaVuSerif-Bold"
  | "DejaVuSansMono"
  | "DejaVuSansMono-Bold";

/** How a line's letters are written into the file: all at once, one by one, or cut at odd places. */
export type Lettering = "whole" | "glyphs" | "runs";

export interface TextMark {
  kind: "text";
  x: number;
  /** Of its baseline. */
  y: number;
  text: string;
  face: Face;
  size: number;
  /** Added after each letter, points. */
  spacing: number;
  lettering: Lettering;
}

export interface LineMark {
  kind: "line";
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  width: number;
  how: "stroke" | "filled" | "dashed";
}

interface BoxMark {
  kind: "box";
  x: number;
  y: number;
  width: number;
  height: number;
  /** Null for none. */
  fill: string | null;
  stroke: number | null;
}

/** What is drawn onto an upright page, points from its top left. */
export type Mark = TextMark | LineMark | BoxMark;

export interface DrawnPage {
  width: number;
  height: number;
  marks: Mark[];
}
