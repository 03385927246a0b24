import type { Finding } from "@precount/domain";

const signed = (value: number, digits = 0): string => {
  const text = Math.abs(value).toLocaleString("en-GB", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // A minus sign, not a hyphen, as for other amounts.
  return value < 0 ? `−${text}` : `+${text}`;
};

/** The units and the money that are counted too many or too few if the finding is an error. Item lists name no currency. */
export const describeImpact = ({ units, money }: Pick<Finding, "units" | "money">): string[] => [
  `${signed(units)} ${Math.abs(units) === 1 ? "unit" : "units"}`,
  ...(money === null ? [] : [`${signed(money, 2)} in value`]),
];
