const ROMAN: readonly [number, string][] = [
  [1000, "m"],
  [900, "cm"],
  [500, "d"],
  [400, "cd"],
  [100, "c"],
  [90, "xc"],
  [50, "l"],
  [40, "xl"],
  [10, "x"],
  [9, "ix"],
  [5, "v"],
  [4, "iv"],
  [1, "i"],
];

function roman(count: number): string {
  if (count < 1 || count > 3999) return String(count);
  let rest = count;
  let text = "";
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      text += letters;
      rest -= value;
    }
  }
  return text;
}

/** a…z, aa, bb, …: after z, Word repeats the letter. */
function letter(count: number): string {
  if (count < 1 || count > 26 * 20) return String(count);
  return String.fromCodePoint(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
}

function ordinal(count: number): string {
  const isTeen = Math.floor(count / 10) % 10 === 1;
  return `${count}${isTeen ? "th" : (["th", "st", "nd", "rd"][count % 10] ?? "th")}`;
}

/** Formats a list item's number as Word does. Rare formats become digits. */
export function formatCount(count: number, format: string): string {
  switch (format) {
    case "lowerRoman":
      return roman(count);
    case "upperRoman":
      return roman(count).toUpperCase();
    case "lowerLetter":
      return letter(count);
    case "upperLetter":
      return letter(count).toUpperCase();
    case "decimalZero":
      return String(count).padStart(2, "0");
    case "ordinal":
      return ordinal(count);
    case "none":
      return "";
    default:
      return String(count);
  }
}
