/** The number of level 1 and 2 requirements in each section of OWASP ASVS 5.0.0; they come first in their section. Without V17 (WebRTC). */
const SECTIONS: Readonly<Record<string, number>> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "10.1": 2,
  "10.2": 2,
  "10.3": 4,
  "10.4": 11,
  "10.5": 5,
  "10.6": 2,
  "10.7": 3,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
};

/** `1.1.1`, `1.1.2` … */
export const REQUIREMENTS: readonly string[] = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
);

const STATES = ["met", "met by", "not met", "n/a"] as const;
export type Row = {
  requirements: string[];
  state: (typeof STATES)[number];
  /** The tests that prove the row: a title in a file. */
  tests: { file: string; title: string }[];
  /** Every file that the row names, as paths from the root. */
  files: string[];
};

/** Reads the rows of the tables in docs/asvs.md. Throws if a row has no state. */
export function readRows(markdown: string): Row[] {
  return markdown.split("\n").flatMap((line) => {
    const [, numbers, , verdict = ""] = /^\| (\d[\d., ]*) \| (.*?) \| (.*) \|$/.exec(line) ?? [];
    if (numbers === undefined) return [];
    const state = STATES.find((one) => verdict.startsWith(`**${one}** `));
    if (!state) throw new Error(`no state: ${line}`);
    const tests = Array.from(
      verdict.matchAll(/`([^`]+\.(?:test|spec)\.ts)` "([^"]+)"/g),
      ([, file = "", title = ""]) => ({
        file,
        title,
      }),
    );
    const files = Array.from(verdict.matchAll(/`([\w./-]+\/[\w./-]+\.(?:ts|tsx|json))`/g), ([, file = ""]) => file);
    return [{ requirements: numbers.split(", "), state, tests, files }];
  });
}
