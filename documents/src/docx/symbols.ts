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

/** Where fonts of symbols put their characters in Unicode: its private area. */
const PRIVATE = 0xf000;

/** A character of a symbol font as text; "" where only that font knows what it is. */
export function symbolText(code: number, font: string): string {
  const number = code >= PRIVATE && code <= PRIVATE + 0xff ? code - PRIVATE : code;
  if (/wingdings/i.test(font)) return WINGDINGS[number] ?? "";
  if (/symbol/i.test(font)) return SYMBOL[number] ?? "";
  return number === code && code > 0 && code <= 0xffff ? String.fromCharCode(code).toWellFormed() : "";
}

/** A bullet as it is shown; • where it is a picture or its font is not known. */
export function bulletText(text: string, font: string): string {
  const shown = Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0;
    const isSymbol = (code >= PRIVATE && code <= PRIVATE + 0xff) || /wingdings|symbol/i.test(font);
    return isSymbol ? symbolText(code, /wingdings/i.test(font) ? font : "Symbol") : letter;
  }).join("");
  if (shown === "o" && /courier/i.test(font)) return "○";
  return shown.trim() || "•";
}
