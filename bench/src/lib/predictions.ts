import type { Prediction, Size } from "@precount/domain";

const CODE_PATTERN = "^\\d{6}$";
const QUANTITY_PATTERN = "^[1-9]\\d*$";

/**
 * Deterministic predictions for a photo: `shelves` bands with `stickers` slightly rotated stickers, usually every
 * fifth doubtful.
 * @param photo pixels
 * @param isDoubtful which stickers have a doubtful code
 */
export function drawPredictions(
  photo: Size,
  counts: { stickers: number; shelves: number },
  isDoubtful = (n: number): boolean => n % 5 === 4,
): Prediction[] {
  const { stickers, shelves } = counts;
  const rowHeight = photo.height / shelves;
  const perRow = Math.ceil(stickers / shelves);
  const pitch = photo.width / perRow;
  const bands = Array.from({ length: shelves }, (_, row): Prediction => {
    const rect = { x: 0, y: Math.round(row * rowHeight), width: photo.width, height: Math.round(rowHeight * 0.3) };
    return {
      label: "shelf",
      rect,
      confidence: 0.97,
      code: valid(String(row + 1).padStart(2, "0"), "^\\d{2}$"),
      values: [],
    };
  });
  const labels = Array.from({ length: stickers }, (_, n): Prediction => {
    const [row, column] = [Math.floor(n / perRow), n % perRow];
    const width = Math.round(pitch * 0.7);
    const rect = {
      x: Math.round((column + 0.1) * pitch),
      y: Math.round((row + 0.4) * rowHeight),
      width,
      height: Math.round(Math.min(width / 2, rowHeight * 0.5)),
      angle: (n * 7) % 9,
    };
    const code = valid(String(100_000 + n), CODE_PATTERN);
    return {
      label: "sticker",
      rect,
      confidence: 0.9,
      code: isDoubtful(n) ? { ...code, pattern: null, confidence: 0.5 } : code,
      quantity: valid(String(1 + (n % 40)), QUANTITY_PATTERN),
      values: [],
    };
  });
  return [...bands, ...labels];
}

const valid = (value: string, pattern: string): Prediction["code"] => ({ value, pattern, confidence: 0.95 });
