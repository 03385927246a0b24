import {
  type ResultClass,
  PERCENT_DECIMALS,
  type PercentForm,
  type Rect,
  type Size,
  percentFormSchema,
  rectToForm,
} from "@precount/domain";

export const BOX_FIELDS = ["x", "y", "width", "height", "angle"] as const;
export type BoxField = (typeof BOX_FIELDS)[number];
/** The texts of the fields. */
export type BoxTexts = Readonly<Record<BoxField, string>>;

/** The texts for a box, with two decimals. */
export function textsOf(rect: Rect, label: ResultClass, size: Size): BoxTexts {
  const form = rectToForm(rect, label, size);
  const text = (field: BoxField): string => form[field].toFixed(PERCENT_DECIMALS);
  return { x: text("x"), y: text("y"), width: text("width"), height: text("height"), angle: text("angle") };
}

/** Parses a decimal with a point or a comma. Anything else is NaN, which the schema rejects. */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  return /^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : Number.NaN;
}

/** Fixed values of a shelf: it spans the photo and is not rotated. */
const SHELF_TEXTS: Partial<BoxTexts> = { x: "0.00", width: "100.00", angle: "0.00" };
export const isFixed = (field: BoxField, label: ResultClass): boolean => label === "shelf" && field in SHELF_TEXTS;
export const textsFor = (texts: BoxTexts, label: ResultClass): BoxTexts =>
  label === "shelf" ? { ...texts, ...SHELF_TEXTS } : texts;

export function formOf(typed: BoxTexts, label: ResultClass): PercentForm {
  const texts = textsFor(typed, label);
  return {
    label,
    x: parseDecimal(texts.x),
    y: parseDecimal(texts.y),
    width: parseDecimal(texts.width),
    height: parseDecimal(texts.height),
    angle: parseDecimal(texts.angle),
  };
}

/** The fields whose own value is invalid. */
export function brokenFields(form: PercentForm): ReadonlySet<string> {
  const { error } = percentFormSchema.safeParse(form);
  return new Set(error?.issues.map(({ path }) => String(path[0])));
}

/** What ↑ and ↓ add: a tenth of a percent, one degree for the angle; with Shift ten times as much. */
const STEP: Readonly<Record<BoxField, number>> = { x: 0.1, y: 0.1, width: 0.1, height: 0.1, angle: 1 };

/** The text one step up or down. Text that is not a number stays. */
export function stepped(text: string, field: BoxField, direction: 1 | -1, isCoarse: boolean): string {
  const value = parseDecimal(text);
  if (Number.isNaN(value)) return text;
  const most = field === "angle" ? 360 : 100;
  const next = value + direction * STEP[field] * (isCoarse ? 10 : 1);
  return Math.min(most, Math.max(0, next)).toFixed(PERCENT_DECIMALS);
}

/** Rounds the text to two decimals when the field loses the focus. Text that is not a number stays. */
export function roundedText(text: string): string {
  const value = parseDecimal(text);
  return Number.isNaN(value) ? text : value.toFixed(PERCENT_DECIMALS);
}
