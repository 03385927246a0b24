import type { Page } from "@playwright/test";

/** Width of a text in each font of the app, CSS pixels, in Debian's Chromium with the package fonts-dejavu-core. */
const KNOWN = { "system-ui": 1109, monospace: 1144 } as const;

/**
 * The reason why screenshots made elsewhere cannot be compared on this machine: its fonts have other widths. Null if the fonts are the
 * same.
 */
export async function fontMismatch(page: Page): Promise<string | null> {
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
  return `This machine's fonts are not those of the pictures in e2e/visual-baselines (${others.join(", ")}). On Debian: apt-get install fonts-dejavu-core`;
}
