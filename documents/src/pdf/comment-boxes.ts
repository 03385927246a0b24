import { type Pdfium, floatAt } from "./pdfium.ts";
import type { VisibleBox } from "./visible-box.ts";

/** FPDF_ANNOT_LINK, FPDF_ANNOT_POPUP and FPDF_ANNOT_WIDGET. A field of a form has its own place on the page. */
const LINK = 2;
const POPUP = 16;
const WIDGET = 20;

/** The boxes of a page's comments and stamps, before they are flattened into it. */
export function commentBoxes(pdfium: Pdfium, handle: number): VisibleBox[] {
  const { fn, out } = pdfium;
  const boxes: VisibleBox[] = [];
  for (let index = 0; index < fn.FPDFPage_GetAnnotCount(handle); index += 1) {
    const annotation = fn.FPDFPage_GetAnnot(handle, index);
    if (annotation === 0) continue;
    const isComment = ![LINK, POPUP, WIDGET].includes(fn.FPDFAnnot_GetSubtype(annotation));
    if (isComment && fn.FPDFAnnot_GetRect(annotation, out)) {
      const [left, top, right, bottom] = [0, 1, 2, 3].map((at) => floatAt(pdfium, at)) as [
        number,
        number,
        number,
        number,
      ];
      boxes.push({ left, top, right, bottom });
    }
    fn.FPDFPage_CloseAnnot(annotation);
  }
  return boxes;
}
