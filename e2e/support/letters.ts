import type { Page } from "@playwright/test";

/** A text's width in each of the app's faces, CSS pixels: as Debian's chromium writes it with its package fonts-dejavu-core. */
const KNOWN = { "system-ui": 1109, monospace: 1144 } as const;

/**
 * Why pictures that were made elsewhere cannot be compared with this machine's: its letters are others, so every word has another
 * width. Null when they are the same.
 */
export async function otherLetters(page: Page): Promise<string | null> {
  const widths = await page.evaluate((families) => {
    const pen = document.createElement("canvas").getContext("2d");
    return families.map((family) => {
      if (pen) pen.font = `100px ${family}`;
      return Math.round(pen?.measureText("Precount 0123456789").width ?? 0);
    });
  }, Object.keys(KNOWN));
  const others = Object.entries(KNOWN).flatMap(([family, known], at) =>
    widths[at] === known ? [] : `${family} ${widths[at]} px wide instead of ${known}`,
  );
  if (others.length === 0) return null;
  return `This machine's fonts are not those of the pictures in e2e/looks (${others.join(", ")}). On Debian: apt-get install fonts-dejavu-core`;
}
