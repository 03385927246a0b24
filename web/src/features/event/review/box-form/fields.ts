import {
  type Label,
  PERCENT_DECIMALS,
  type PercentForm,
  type Rect,
  type Size,
  percentFormSchema,
  rectToForm,
} from "@precount/domain";

export const BOX_FIELDS = ["x", "y", "width", "height", "angle"] as const;
export type BoxField = (typeof BOX_FIELDS)[number];
/** The fields as somebody types them. */
export type BoxTexts = Readonly<Record<BoxField, string>>;

/** What the fields show of a box: two decimals, so that digits stand below each other. */
export function textsOf(rect: Rect, label: Label, size: Size): BoxTexts {
  const form = rectToForm(rect, label, size);
  const text = (field: BoxField): string => form[field].toFixed(PERCENT_DECIMALS);
  return { x: text("x"), y: text("y"), width: text("width"), height: text("height"), angle: text("angle") };
}

/** A decimal as people write one, with point or comma; no number is NaN, which the schema refuses. */
export function parseDecimal(text: string): number {
  const trimmed = text.trim();
  return /^-?(\d+([.,]\d*)?|[.,]\d+)$/.test(trimmed) ? Number(trimmed.replace(",", ".")) : Number.NaN;
}

/** What a shelf does not choose: it spans the photo and stands straight, whatever was typed while it was a sticker. */
const SHELF_TEXTS: Partial<BoxTexts> = { x: "0.00", width: "100.00", angle: "0.00" };
export const isFixed = (field: BoxField, label: Label): boolean => label === "shelf" && field in SHELF_TEXTS;
export const textsFor = (texts: BoxTexts, label: Label): BoxTexts =>
  label === "shelf" ? { ...texts, ...SHELF_TEXTS } : texts;

export function formOf(typed: BoxTexts, label: Label): PercentForm {
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

/** Which fields break a rule each by itself. */
export function brokenFields(form: PercentForm): ReadonlySet<string> {
  const { error } = percentFormSchema.safeParse(form);
  return new Set(error?.issues.map(({ path }) => String(path[0])));
}

/** What ↑ and ↓ add: a tenth of a percent, a degree for the angle; ten times that with Shift. */
const STEP: Readonly<Record<BoxField, number>> = { x: 0.1, y: 0.1, width: 0.1, height: 0.1, angle: 1 };

/** The field's text one step up or down; what is no number stays as it is. */
export function stepped(text: string, field: BoxField, direction: 1 | -1, isCoarse: boolean): string {
  const value = parseDecimal(text);
  if (Number.isNaN(value)) return text;
  const most = field === "angle" ? 360 : 100;
  const next = value + direction * STEP[field] * (isCoarse ? 10 : 1);
  return Math.min(most, Math.max(0, next)).toFixed(PERCENT_DECIMALS);
}

/** As it is shown once somebody has left it: two decimals, rounded; what is no number stays to be corrected. */
export function tidied(text: string): string {
  const value = parseDecimal(text);
  return Number.isNaN(value) ? text : value.toFixed(PERCENT_DECIMALS);
}
