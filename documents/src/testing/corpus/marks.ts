/** A font face: a standard PDF font, or one of DejaVu's, which is embedded and can also be drawn into images. */
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

/** How a line's text is written into the file: at once, by glyph, or in arbitrary runs. */
export type Lettering = "whole" | "glyphs" | "runs";

export interface TextMark {
  kind: "text";
  x: number;
  /** The position of the baseline. */
  y: number;
  text: string;
  face: Face;
  size: number;
  /** Letter spacing in points. */
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

/** A drawing on an upright page, in points from the top left. */
export type Mark = TextMark | LineMark | BoxMark;

export interface DrawnPage {
  width: number;
  height: number;
  marks: Mark[];
}
