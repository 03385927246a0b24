import { type LanguageFigure, scoreLanguages } from "@precount/documents/testing";

export interface LanguageErrors {
  /** Wrong letters as a share of all letters: on scans, on photos, and by language on both. */
  scan: number;
  photo: number;
  languages: Record<string, number>;
  pages: number;
}

/** Reads scanned and photographed pages in eight languages, and in numbers, and calls `tell` for each page. */
export async function measureLanguages(
  half: "dev" | "heldOut",
  folder: string,
  only: string,
  draw: number,
  tell: (figure: LanguageFigure) => void,
): Promise<LanguageErrors> {
  const figures = await scoreLanguages(half, folder, only, draw);
  figures.forEach(tell);
  const byLanguage = Map.groupBy(figures, ({ language }) => language);
  return {
    scan: errorRate(figures.filter(({ kind }) => kind === "scan")),
    photo: errorRate(figures.filter(({ kind }) => kind === "photo")),
    languages: Object.fromEntries([...byLanguage].map(([language, pages]) => [language, errorRate(pages)])),
    pages: figures.length,
  };
}

function errorRate(figures: readonly LanguageFigure[]): number {
  const errors = figures.reduce((sum, figure) => sum + figure.errors, 0);
  const letters = figures.reduce((sum, figure) => sum + figure.letters, 0);
  return Number((errors / Math.max(1, letters)).toFixed(4));
}
