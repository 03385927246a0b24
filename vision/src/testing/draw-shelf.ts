import sharp, { type Sharp } from "sharp";

/** Digits as strokes in a box of 10 × 16. Without fonts, every machine draws the same image. */
const STROKES: Readonly<Record<string, string>> = {
  "0": "M5 1 C1.5 1 1 5 1 8 S1.5 15 5 15 S9 11 9 8 S8.5 1 5 1 Z",
  "1": "M2 4 L6 1 V15 M2 15 H9",
  "2": "M1.5 5 C1.5 2 3 1 5 1 S8.6 2.4 8.6 4.6 C8.6 8 3 10.5 1.3 15 H9",
  "3": "M1.6 3.6 C2 1.6 3.6 1 5 1 S8.3 2.2 8.3 4.4 S6.5 7.6 4.2 7.6 C7 7.6 8.8 9 8.8 11.3 S7.2 15 5 15 S1.6 14 1.2 12",
  "4": "M7 15 V1 L1 10.6 H9.4",
  "5": "M8.4 1 H2.6 L2 7.4 C3 6.4 4 6.1 5.2 6.1 C7.4 6.1 8.9 7.8 8.9 10.4 S7.2 15 4.8 15 S1.5 14 1.1 12.2",
  "6": "M8 1.8 C4 .4 1.2 4 1.2 9.6 C1.2 13 2.6 15 5.1 15 S8.9 13 8.9 10.5 S7.4 6.4 5.2 6.4 S1.4 8 1.3 10",
  "7": "M1 1 H9 C6 5 4.2 9.6 4 15",
  "8": "M5 7.4 C2.8 7.4 1.7 6 1.7 4.3 S3 1 5 1 S8.3 2.6 8.3 4.3 S7.2 7.4 5 7.4 C2.4 7.4 1 9 1 11.2 S2.6 15 5 15 S9 13.4 9 11.2 S7.6 7.4 5 7.4 Z",
  "9": "M2 14.2 C6 15.6 8.8 12 8.8 6.4 C8.8 3 7.4 1 4.9 1 S1.1 3 1.1 5.5 S2.6 9.6 4.8 9.6 S8.6 8 8.7 6",
  ".": "M4.6 14.4 H5.4 V15 H4.6 Z",
};

function number(text: string, x: number, y: number, height: number): string {
  const scale = height / 16;
  const glyphs = Array.from(
    text,
    (char, i) => `<path d="${STROKES[char] ?? ""}" transform="translate(${i * 12.5} 0)"/>`,
  );
  return `<g transform="translate(${x} ${y}) scale(${scale})" fill="none" stroke="#111" stroke-width="2.1">${glyphs.join("")}</g>`;
}

export interface DrawnSticker {
  x: number;
  y: number;
  angle: number;
  code: string;
  quantity: string;
  paper: string;
}

/** Stickers are 330 × 190 pixels, a code above its quantity. */
export const STICKER_SIZE = { width: 330, height: 190 };

const sticker = ({ x, y, angle, code, quantity, paper }: DrawnSticker): string =>
  `<g transform="rotate(${angle} ${x + 165} ${y + 95}) translate(${x} ${y})">` +
  `<rect width="330" height="190" fill="${paper}"/>${number(code, 32, 26, 56)}${number(quantity, 120, 112, 52)}</g>`;

export const DRAWN_STICKERS: readonly DrawnSticker[] = [
  { x: 300, y: 260, angle: 0, code: "048215", quantity: "37", paper: "#f4ef62" },
  { x: 1100, y: 300, angle: 12, code: "730964", quantity: "128", paper: "#ffffff" },
  { x: 1700, y: 330, angle: -9, code: "915082", quantity: "46", paper: "#8fd0f2" },
];

/** Draws a shelf in front of a dark wall with three stickers, a price tag, and the shelf tag 02. 2400 × 1200 pixels. */
export function drawShelf(stickers: readonly DrawnSticker[] = DRAWN_STICKERS): Sharp {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1200"><rect width="2400" height="1200" fill="#5d534a"/>` +
    `<rect y="700" width="2400" height="240" fill="#8a8f98"/>${stickers.map((one) => sticker(one)).join("")}` +
    `<rect x="1200" y="740" width="360" height="150" fill="#fff"/>${number("29.95", 1235, 780, 70)}` +
    `<rect x="90" y="715" width="230" height="210" fill="#ffd23d"/>${number("02", 118, 756, 128)}</svg>`;
  return sharp(Buffer.from(svg)).flatten({ background: "#000" });
}
