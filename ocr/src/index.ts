export { type Glyph, confidenceOf, decodeCtc, textOf } from "./ctc.ts";
export { type TextLine, detectLines } from "./detect-lines.ts";
export { PP_OCR_V4 } from "./pp-ocr-v4.ts";
export { type LineReading, Recognizer } from "./recognizer.ts";
export { type ReadText, type TextReader, openTextReader } from "./text-reader.ts";
