import type { VarianceMeasure } from "@precount/domain";

const units = new Intl.NumberFormat("en-GB", { maximumFractionDigits: 1 });
const money = new Intl.NumberFormat("en-GB", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const withSign = (text: string, value: number): string => (value > 0 ? `+${text}` : text.replace("-", "−"));

export const NO_VALUE = "–";

/** `+1,204` or `−12`; a dash without a value. */
export const signedUnits = (value: number | null): string =>
  value === null ? NO_VALUE : withSign(units.format(value), value);
/** `+12.40`: prices have the store's currency, which item lists do not name. */
export const signedMoney = (value: number | null): string =>
  value === null ? NO_VALUE : withSign(money.format(value), value);
export const signedBy =
  (measure: VarianceMeasure) =>
  (value: number | null): string =>
    measure === "value" ? signedMoney(value) : signedUnits(value);
export const plainUnits = (value: number | null): string => (value === null ? NO_VALUE : units.format(value));
export const plainMoney = (value: number | null): string => (value === null ? NO_VALUE : money.format(value));
export const signedPercent = (value: number | null): string =>
  value === null ? NO_VALUE : `${withSign(String(value), value)} %`;

/** An empty code is a sticker whose code was not read. */
export const codeTitle = (code: string): string => (code === "" ? "No code" : code);
export const areaTitle = (name: string): string => (name === "" ? "No area" : name);
