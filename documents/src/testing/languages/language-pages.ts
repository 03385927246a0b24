import sharp from "sharp";
import { type Shot, photograph } from "../photographed/photograph.ts";
import type { Sheet } from "../photographed/sheet.ts";
import type { Half } from "../photographed/tables.ts";
import { seededRandom } from "../random.ts";
import { type TextFont, drawTextPage } from "./draw-text-page.ts";
import { LANGUAGES, type Language, TEXTS } from "./texts.ts";

export interface LanguagePage {
  /** A name such as `de tinos photo`. */
  name: string;
  language: Language;
  kind: "scan" | "photo";
  /** The text, line by line. */
  lines: string[];
  /** Draws the page as an image file; always the same bytes. */
  file: () => Promise<Buffer>;
}

/** The halves share no font. */
const FONTS: Record<Half, readonly TextFont[]> = {
  dev: ["arimo", "roboto", "dejavu"],
  heldOut: ["tinos", "lato", "cousine", "carlito"],
};
const FONT_PT = { arimo: 10, roboto: 10, dejavu: 9, tinos: 10.5, lato: 10, cousine: 8.5, carlito: 11 };

/**
 * A scanned and a photographed page of each language in each font of one half.
 * @param draw another number gives other scans and photos of the same texts
 */
export function languagePages(half: Half, draw = 0): LanguagePage[] {
  return LANGUAGES.flatMap((language, row) =>
    FONTS[half].flatMap((font, column) => {
      const seed = (half === "dev" ? 500 : 7000) + row * 100 + column * 10 + draw * 10_000;
      const texts = TEXTS[language][half];
      const sheet = () => drawTextPage(texts, font, FONT_PT[font]);
      const page = { language, lines: texts.map((line) => line.replaceAll("|", " ")) };
      return [
        { ...page, kind: "scan" as const, name: `${language} ${font} scan`, file: () => scan(sheet(), seed) },
        { ...page, kind: "photo" as const, name: `${language} ${font} photo`, file: () => photo(sheet(), seed + 1) },
      ];
    }),
  );
}

/** The sheet as an office scanner stores it: gray, 150 to 250 dots per inch, slightly rotated, JPEG. */
async function scan({ pixels }: Sheet, seed: number): Promise<Buffer> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const width = Math.round((between(150, 250) / 288) * pixels.width);
  const raw = { width: pixels.width, height: pixels.height, channels: 3 as const };
  const rotated = await sharp(pixels.data, { raw })
    .rotate(between(-0.8, 0.8), { background: "#fbfaf6" })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(rotated)
    .resize(width)
    .grayscale()
    .blur(between(0.4, 0.9))
    .jpeg({ quality: Math.round(between(45, 80)) })
    .toBuffer();
}

/** The sheet as a phone's photo. */
function photo(sheet: Sheet, seed: number): Promise<Buffer> {
  const random = seededRandom(seed);
  const between = (from: number, to: number) => from + random.next() * (to - from);
  const shot: Shot = {
    width: 4032,
    height: 3024,
    roll: between(-10, 10),
    pitch: between(-20, 20),
    yaw: between(-15, 15),
    fill: between(0.85, 0.95),
    aim: "table",
    ground: random.pick(["wood", "steel", "dark"] as const),
    light: [1, between(0.6, 1)],
    shadow: random.chance(0.5) ? between(0.2, 0.4) : 0,
    bendPx: random.chance(0.4) ? between(-12, 12) : 0,
    blurPx: between(0.6, 1.6),
    noise: between(4, 14),
    jpegQuality: Math.round(between(72, 92)),
    seed: seed + 1,
  };
  return photograph(sheet, shot);
}
