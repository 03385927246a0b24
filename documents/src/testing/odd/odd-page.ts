import { onePage, shown } from "../hostile/raw-pdf.ts";

/** The lines of the page that each odd PDF has. */
export const ODD_LINES = ["Delivery note 4711", "012345 Tomato soup", "Shelf 12 is complete"];

export const ODD_PAGE = onePage({ content: ODD_LINES.map((line, at) => shown(line, 72, 700 - 40 * at)).join("") });
