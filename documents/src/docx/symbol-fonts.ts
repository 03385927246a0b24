/**
 * Unicode characters for the symbol fonts' characters that lists and forms use, by their code in the font. The other characters of
 * these fonts are ornaments.
 */
const SYMBOL: Readonly<Record<number, string>> = {
  0x2d: "−",
  0xb7: "•",
  0xa3: "≤",
  0xb3: "≥",
  0xb1: "±",
  0xb4: "×",
  0xb0: "°",
  0xae: "→",
  0xde: "⇒",
  0xd7: "·",
  0x6d: "µ",
  0x57: "Ω",
};
const WINGDINGS: Readonly<Record<number, string>> = {
  0x6c: "●",
  0x6e: "■",
  0x6f: "□",
  0x71: "❑",
  0x75: "◆",
  0x76: "❖",
  0x9f: "•",
  0xa1: "○",
  0xa7: "▪",
  0xa8: "☐",
  0xd8: "➢",
  0xe0: "→",
  0xe8: "➔",
  0xf0: "⇨",
  0xfb: "✗",
  0xfc: "✓",
  0xfd: "☒",
  0xfe: "☑",
};

const WINGDINGS_2: Readonly<Record<number, string>> = { 0x4f: "✗", 0x50: "✓", 0x51: "☒", 0x52: "☑", 0xa3: "☐" };

/** Symbol fonts by lowercase name. Fonts such as "Segoe UI Symbol" use Unicode and are not listed. */
const FONTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  symbol: SYMBOL,
  wingdings: WINGDINGS,
  "wingdings 2": WINGDINGS_2,
  "wingdings 3": {},
  webdings: {},
};

/** The start of the private use area that symbol fonts use. */
const PRIVATE_USE_START = 0xf000;

/** The Unicode text of a symbol font's character; "" when unknown. */
export function symbolText(code: number, font: string): string {
  const number = code >= PRIVATE_USE_START && code <= PRIVATE_USE_START + 0xff ? code - PRIVATE_USE_START : code;
  const known = FONTS[font.toLowerCase()];
  if (known) return known[number] ?? "";
  return number === code && code > 0 && code <= 0xffff ? String.fromCharCode(code).toWellFormed() : "";
}

const isSymbolFont = (font: string): boolean => Object.hasOwn(FONTS, font.toLowerCase());

/** Converts text in a symbol font to Unicode. Text in other fonts is unchanged. */
export const inFont = (text: string, font: string): string =>
  isSymbolFont(font)
    ? Array.from(text, (letter) => symbolText(letter.codePointAt(0) ?? 0, font) || letter).join("")
    : text;

/** A bullet as Unicode text; • for a picture or an unknown font. */
export function bulletText(text: string, font: string): string {
  const shown = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isPrivate = code >= PRIVATE_USE_START && code <= PRIVATE_USE_START + 0xff;
    return isPrivate || isSymbolFont(font) ? symbolText(code, isSymbolFont(font) ? font : "Symbol") : letter;
  }).join("");
  if (shown === "o" && /courier/i.test(font)) return "○";
  return shown.trim() || "•";
}
