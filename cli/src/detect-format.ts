import { type Size, isResultValid } from "@precount/domain";
import type { Detection, Reading } from "@precount/vision";

export interface DetectedPhoto {
  file: string;
  image: Size;
  model: string;
  elapsedMs: number;
  /** A sticker's `shelfCode` is its shelf's code, '' without shelves; null on shelves. */
  detections: (Detection & { shelfCode: string | null })[];
}
export interface FailedPhoto {
  file: string;
  error: string;
}

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;
const reading = ({ value, confidence, pattern }: Reading) => ({ value, confidence: rounded(confidence), pattern });

/** One JSON object and a line feed. */
export function jsonLine(outcome: DetectedPhoto | FailedPhoto): string {
  if ("error" in outcome) return `${JSON.stringify({ file: outcome.file, error: outcome.error })}\n`;
  const { file, image, model, elapsedMs } = outcome;
  const detections = outcome.detections.map(({ label, rect, confidence, code, quantity, shelfCode }) => ({
    label,
    rect: { ...rect, angle: rect.angle ?? 0 },
    confidence: rounded(confidence),
    code: reading(code),
    ...(quantity ? { quantity: reading(quantity) } : {}),
    ...(label === "sticker" ? { shelfCode } : {}),
  }));
  return `${JSON.stringify({ file, image, model, elapsedMs, detections })}\n`;
}

const COLUMNS = [
  "file",
  "label",
  "code",
  "codeConfidence",
  "quantity",
  "quantityConfidence",
  "shelfCode",
  "valid",
  "x",
  "y",
  "width",
  "height",
  "angle",
];

/** A cell that no spreadsheet runs as a formula, quoted where it must be. */
function cell(value: string | number): string {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const line = (cells: readonly (string | number)[]): string => `${cells.map((value) => cell(value)).join(",")}\r\n`;

export const csvHeader = (): string => line(COLUMNS);

/** One line per detection. */
export function csvLines({ file, detections }: DetectedPhoto): string {
  return detections
    .map((detection) =>
      line([
        file,
        detection.label,
        detection.code.value,
        rounded(detection.code.confidence),
        detection.quantity?.value ?? "",
        detection.quantity ? rounded(detection.quantity.confidence) : "",
        detection.shelfCode ?? "",
        isResultValid(detection) ? "yes" : "no",
        detection.rect.x,
        detection.rect.y,
        detection.rect.width,
        detection.rect.height,
        detection.rect.angle ?? 0,
      ]),
    )
    .join("");
}

const percent = (value: number): string => `${Math.round(value * 100)} %`;

const mark = (read: Reading | undefined): string => (read ? `${read.value}${read.pattern === null ? "?" : ""}` : "?");

/** A table for reading; doubtful values have a question mark. */
export function humanLines({ file, image, model, elapsedMs, detections }: DetectedPhoto): string {
  const stickers = detections.filter(({ label }) => label === "sticker");
  const shelves = detections.filter(({ label }) => label === "shelf");
  const head = `${file}  ${image.width}×${image.height}  ${model}  ${(elapsedMs / 1000).toFixed(1)} s`;
  const counts = `${stickers.length} stickers, ${shelves.length} shelves${
    shelves.length > 0 ? ` (${shelves.map(({ code }) => code.value).join(", ")})` : ""
  }`;
  const rows = stickers.map(({ shelfCode, code, quantity, rect, confidence }) => [
    shelfCode || "–",
    mark(code),
    mark(quantity),
    percent(Math.min(confidence, code.confidence, quantity?.confidence ?? 0)),
    `${rect.x},${rect.y}`,
  ]);
  const table = [["SHELF", "CODE", "QUANTITY", "SURE", "AT"], ...rows];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const text = table.map((row) => `  ${row.map((value, i) => value.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd());
  return `${[head, `  ${counts}`, ...(stickers.length > 0 ? text : [])].join("\n")}\n\n`;
}
