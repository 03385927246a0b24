import { type Outcome, allow, refuse } from "../common/outcome.ts";
import { type Bound, type CertificateFigures, checksNeeded, isSampleComplete } from "./certificate.ts";

const figure = (count: number): string => count.toLocaleString("en-GB");

/** A percentage rounded up to two digits, so that the text never claims more than the bound. */
export function percentAtMost(percent: number): string {
  if (percent <= 0) return "0 %";
  const step = 10 ** (Math.floor(Math.log10(percent)) - 1);
  const rounded = Math.min(100, Math.ceil(percent / step - 1e-9) * step);
  return `${Number(rounded.toPrecision(2))} %`;
}

type Subject = "rows" | "codes" | "quantities";

/** `At most 0.4 % of rows wrong (95 % confidence): 312 of 9,870 rows checked blind, 0 wrong` */
export function describeBound(bound: Bound, subject: Subject, { checkedRows, rows }: CertificateFigures): string {
  if (checkedRows === 0) return "No row checked yet";
  return `At most ${percentAtMost(bound.atMostPercent)} of ${subject} wrong (95 % confidence): ${figure(checkedRows)} of ${figure(rows)} rows checked blind, ${figure(bound.found)} wrong`;
}

export function describeMissing({ photos }: CertificateFigures): string {
  const { atMostPercent, checked, size, missing, found } = photos;
  if (checked === 0) return "No photo searched for missing stickers yet";
  const bound = `At most ${percentAtMost(atMostPercent)} of photos lack a sticker (95 % confidence)`;
  const searched = `${figure(checked)} of ${figure(size)} photos searched`;
  if (missing === 0) return `${bound}: ${searched}, no missing sticker found`;
  return `${bound}: ${searched}, ${figure(missing)} missing ${missing === 1 ? "sticker" : "stickers"} found in ${figure(found)}`;
}

/** `At most 60 rows missing (0.7 % of the counted ones), if no photo lacks more than 30`; null without a photo that was searched. */
export function describeMissingRows({ missingRows, photos, rows }: CertificateFigures): string | null {
  if (missingRows === undefined || photos.checked === 0) return null;
  const { atMost, perPhoto } = missingRows;
  const share = atMost > rows ? "" : ` (${percentAtMost((100 * atMost) / rows)} of the counted ones)`;
  return `At most ${figure(atMost)} ${atMost === 1 ? "row" : "rows"} missing${share}, if no photo lacks more than ${figure(perPhoto)}, the rows of the fullest photo`;
}

/** 95 % of a normal distribution are within this many standard errors. */
const NORMAL_95 = 1.96;

export function describeUnits({ units, checkedRows }: CertificateFigures): string {
  const { counted, difference, standardError } = units;
  const all = `${figure(counted)} units counted`;
  if (checkedRows === 0) return `${all}; no row checked yet`;
  if (difference === 0 && standardError === 0) return `${all}; no difference in the checked rows`;
  const shown = `${difference < 0 ? "−" : "+"}${figure(Math.round(Math.abs(difference)))}`;
  return `${all}; estimated difference ${shown} ± ${figure(Math.round(NORMAL_95 * standardError))} (ratio estimate, 95 %)`;
}

/** The missing part of the sample; null if it is as the plan asks for. */
export function describeIncomplete(figures: CertificateFigures): string | null {
  if (isSampleComplete(figures)) return null;
  if (figures.rows === 0) return "No row can be checked yet: rows count when their image is approved.";
  const parts = [
    figures.open + figures.toDraw > 0 && `${figure(figures.open + figures.toDraw)} to check`,
    figures.disputed > 0 && `${figure(figures.disputed)} waiting for a third look`,
  ].filter((part) => part !== false);
  return `Not certified yet: ${parts.join(", ")}.`;
}

/** Whether an event that needs a certificate of at most `percent` wrong rows has it; null if the event needs none. */
export function hasCertificate(percent: number | null, figures: CertificateFigures | null): Outcome<true> {
  if (percent === null) return allow;
  const needed = `This event needs a certificate of at most ${percent} % wrong rows`;
  if (figures === null) return refuse(`${needed}: start a blind count first.`);
  const isReached = isSampleComplete(figures) && figures.row.atMostPercent <= percent;
  if (isReached) return allow;
  const more = checksNeeded(figures, percent);
  if (more === 0) return refuse(`${needed}. No image is approved yet.`);
  return refuse(`${needed}: ${figure(more)} more blind ${more === 1 ? "check is" : "checks are"} needed.`);
}
