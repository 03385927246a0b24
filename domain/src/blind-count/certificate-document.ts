import type { Certificate } from "./certificate.ts";
import {
  describeBound,
  describeIncomplete,
  describeMissing,
  describeMissingRows,
  describeUnits,
} from "./describe-certificate.ts";
import { ROW_STRATA, type RowStratum } from "./strata.ts";

/** A certificate on paper: the print view and the PDF have the same contents. */
export type CertificateDocument = {
  title: string;
  /** The event and the report, and what is missing from the sample. */
  lines: string[];
  statements: string[];
  tables: { title: string; columns: string[]; rows: string[][] }[];
  method: string;
};

/** The statements of a certificate, in the order in which people ask for them. Equal ones, of rows without a check, are stated once. */
export function certificateStatements({ figures }: Pick<Certificate, "figures">): string[] {
  const statements = [
    describeBound(figures.row, "rows", figures),
    describeBound(figures.code, "codes", figures),
    describeBound(figures.quantity, "quantities", figures),
    describeMissing(figures),
    describeMissingRows(figures),
    describeUnits(figures),
  ];
  return [...new Set(statements.filter((statement) => statement !== null))];
}

/** `rows until at most 1 % can be wrong` */
export const describeRule = ({ kind, percent }: Certificate["rule"]): string =>
  kind === "share" ? `${percent} % of the rows` : `rows until at most ${percent} % can be wrong`;

const BAND_TITLES = { low: "below 0.7 or drawn", medium: "0.7 to 0.95", high: "from 0.95" } as const;

const METHOD =
  "Rows and photos are drawn at random in strata, by the first 48 bits of SHA-256 of the seed, the detection and the unit. People who " +
  "neither validated nor edited the image type code and quantity without seeing the report; a third look decides about differences. " +
  "Rows that were corrected after their check count as wrong. The bounds are confidence sequences for sampling without replacement " +
  "with hypergeometric likelihood (Waudby-Smith and Ramdas, NeurIPS 2020); each holds with 95 % on its own. The missing rows follow " +
  "from the photos that lack a sticker, assuming that none lacks more stickers than the fullest photo has rows. The units are a combined " +
  "ratio estimate (Cochran, Sampling Techniques, 3rd ed., 6.11).";

/** The stratum of rows whose index is not in `ROW_STRATA`: another version of Precount made the certificate. */
const UNKNOWN_STRATUM: RowStratum = { isHandwritten: false, band: "low", isEdited: false };

const yesOrNo = (value: boolean): string => (value ? "yes" : "no");
const figure = (count: number): string => count.toLocaleString("en-GB");

export function certificateDocument(
  certificate: Certificate,
  of: { event: string; report: string | null; formatDate: (iso: string) => string },
): CertificateDocument {
  const { rule, seed, startedAt, startedBy, people, figures } = certificate;
  const incomplete = describeIncomplete(figures);
  return {
    title: `Certificate – ${of.report ?? of.event}`,
    lines: [`${of.event} · ${of.report ?? "not completed"}`, ...(incomplete === null ? [] : [incomplete])],
    statements: certificateStatements(certificate),
    tables: [
      {
        title: "Plan",
        columns: ["Part", "Value"],
        rows: [
          ["Rule", describeRule(rule)],
          ["Seed", seed],
          ["Started", `${of.formatDate(startedAt)} by ${startedBy}`],
        ],
      },
      {
        title: "Strata",
        columns: ["Confidence of the model", "Handwritten", "Edited", "Rows", "Checked", "Wrong"],
        rows: figures.strata.map(({ size, checked, wrong }, at) => {
          const { isHandwritten, band, isEdited } = ROW_STRATA[at] ?? UNKNOWN_STRATUM;
          return [
            BAND_TITLES[band],
            yesOrNo(isHandwritten),
            yesOrNo(isEdited),
            figure(size),
            figure(checked),
            figure(wrong),
          ];
        }),
      },
      {
        title: "Checked by",
        columns: ["Name", "Checks"],
        rows: people.map(({ name, checks }) => [name, figure(checks)]),
      },
    ],
    method: METHOD,
  };
}
