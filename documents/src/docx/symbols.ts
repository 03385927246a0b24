/**
 * Characters of Word's symbol fonts as Unicode's, by their number in the font: what lists and forms use. Everything else
 * in those fonts is ornament.
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

/** By the font's name, in lower case. "Segoe UI Symbol" and its like are none of them: they have Unicode's own characters. */
const FONTS: Readonly<Record<string, Readonly<Record<number, string>>>> = {
  symbol: SYMBOL,
  wingdings: WINGDINGS,
  "wingdings 2": WINGDINGS_2,
  "wingdings 3": {},
  webdings: {},
};

/** Where fonts of symbols put their characters in Unicode: its private area. */
const PRIVATE = 0xf000;

/** A character of a symbol font as text; "" where only that font knows what it is. */
export function symbolText(code: number, font: string): string {
  const number = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code;
  const known = FONTS[font.toLowerCase()];
  if (known) return known[number] ?? "";
  return number === code && code > 0 && code <= 0xffff ? String.fromCharCode(code).toWellFormed() : "";
}

const isSymbolFont = (font: string): boolean => Object.hasOwn(FONTS, font.toLowerCase());

/** Text in a font of symbols shows other characters than it has; in every other font it is what it is. */
export const inFont = (text: string, font: string): string =>
  isSymbolFont(font)
    ? Array.from(text, (letter) => symbolText(letter.codePointAt(0) ?? 0, font) || letter).join("")
    : text;

/** A bullet as it is shown; • where it is a picture or its font is not known. */
export function bulletText(text: string, font: string): string {
  const shown = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isPrivate = code >= PRIVATE && code <= PRIVATE + 0xff;
    return isPrivate || isSymbolFont(font) ? symbolText(code, isSymbolFont(font) ? font : "Symbol") : letter;
  }).join("");
  if (shown === "o" && /courier/i.test(font)) return "○";
  return shown.trim() || "•";
}
