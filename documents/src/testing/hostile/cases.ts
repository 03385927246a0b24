import { deflateSync } from "node:zlib";
import { type PdfObject, onePage, rawPdf, shown, stream } from "./raw-pdf.ts";
import { protectedPdf } from "./protected.ts";

export interface HostileCase {
  name: string;
  bytes: () => Promise<Buffer> | Buffer;
  /**
   * `read`: the text must be read. `refused`: reading must fail with a message for a person. `either`: one of the two.
   */
  ends: "read" | "refused" | "either";
  /** The text that must be read. */
  reads?: RegExp;
  /** The required message. */
  says?: RegExp;
  /** Takes seconds, text recognition or hundreds of megabytes, so it does not run with every test run. */
  isSlow?: boolean;
}

const MB = 1024 * 1024;
const flate = "/Filter /FlateDecode";
const TEXT = "012345 Tomato soup";

/** Malicious and damaged PDFs. */
export const HOSTILE_CASES: readonly HostileCase[] = [
  { name: "empty file", bytes: () => Buffer.alloc(0), ends: "refused" },
  { name: "a header and nothing else", bytes: () => Buffer.from("%PDF-1.7\n"), ends: "refused", says: /damaged/ },
  { name: "needs a password", bytes: () => protectedPdf("user"), ends: "refused", says: /protected by a password/ },
  { name: "has an owner's password", bytes: () => protectedPdf("owner"), ends: "read", reads: /012345 Tomato soup/ },
  {
    name: "no pages",
    bytes: () => rawPdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 0 >>"]),
    ends: "either",
  },
  { name: "pages that are their own parents", bytes: pageLoop, ends: "either" },
  {
    name: "says a billion pages",
    bytes: () => rawPdf(["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [] /Count 1000000000 >>"]),
    ends: "either",
  },
  { name: "pages nested ten thousand deep", bytes: deepPages, ends: "either" },
  {
    name: "ten thousand pages",
    bytes: () => manyPages(10_000),
    ends: "read",
    reads: /012345 Tomato soup/,
    says: /10000 pages|10,000 pages/,
    isSlow: true,
  },
  { name: "scripts and things to launch", bytes: scripts, ends: "read", reads: /012345 Tomato soup/ },
  { name: "an object stream within itself", bytes: objectStreamLoop, ends: "either" },
  { name: "a length that is its own length", bytes: lengthLoop, ends: "either" },
  {
    name: "arrays a hundred thousand deep",
    bytes: () => onePage({ content: shown(TEXT), page: `/Deep ${"[".repeat(100_000)}${"]".repeat(100_000)}` }),
    ends: "either",
  },
  { name: "drawings that draw themselves", bytes: formLoop, ends: "either" },
  { name: "ten drawings of ten of ten", bytes: () => billionLaughs(9), ends: "either", isSlow: true },
  {
    name: "spaces, 1000 to 1",
    bytes: () => onePage({ content: deflateSync(Buffer.alloc(300 * MB, 32)), filter: flate }),
    ends: "either",
    isSlow: true,
  },
  {
    name: "compressed twice",
    bytes: () =>
      onePage({
        content: deflateSync(deflateSync(Buffer.alloc(300 * MB, 32))),
        filter: "/Filter [/FlateDecode /FlateDecode]",
      }),
    ends: "either",
    isSlow: true,
  },
  {
    name: "two million lines",
    bytes: () =>
      onePage({ content: deflateSync(Buffer.from("10 10 m 500 700 l S\n".repeat(2_000_000))), filter: flate }),
    ends: "either",
    isSlow: true,
  },
  { name: "a grid of three hundred thousand lines", bytes: manyLines, ends: "either", isSlow: true },
  { name: "a million words", bytes: () => manyWords(1_000_000), ends: "either", isSlow: true },
  {
    name: "thirty thousand words at one place",
    bytes: () => onePage({ content: deflateSync(Buffer.from(shown("soup").repeat(30_000))), filter: flate }),
    ends: "either",
    isSlow: true,
  },
  ...[
    "[0 0 1e9 1e9]",
    "[0 0 0 0]",
    "[0 0 -595 -842]",
    "[0 0 1e-9 1e-9]",
    "[0 0 99999999999999999999999 5]",
    "[(a) /b null]",
    "[0 0 20000 20000]",
  ].map((mediaBox): HostileCase => ({
    name: `a page of ${mediaBox.slice(0, 24)}`,
    bytes: () => onePage({ content: shown(TEXT), mediaBox }),
    ends: "either",
  })),
  { name: "a picture of 50,000 × 50,000", bytes: () => giantImage(50_000), ends: "either", isSlow: true },
  { name: "a picture that says a billion pixels and has ten", bytes: imageWithWrongSize, ends: "either", isSlow: true },
  { name: "a font of noise", bytes: brokenFont, ends: "either", isSlow: true },
  { name: "letters that stand for four billion others", bytes: hugeCmap, ends: "either" },
  { name: "letters that draw themselves", bytes: letterLoop, ends: "either", isSlow: true },
  { name: "text far outside the page, huge and of no size", bytes: oddText, ends: "either" },
  {
    name: "formulas and Markdown in cells",
    bytes: () => onePage({ content: shown("=cmd|' /C calc'!A0") + shown("[x]\\(javascript:alert\\(1\\)\\)", 72, 650) }),
    ends: "read",
    reads: /=cmd/,
  },
];

function pageLoop(): Buffer {
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 5 /Parent 3 0 R >>",
    "<< /Type /Pages /Kids [2 0 R 3 0 R] /Count 5 /Parent 2 0 R >>",
  ]);
}

function deepPages(): Buffer {
  const depth = 10_000;
  const nodes = Array.from({ length: depth }, (_, at) => `<< /Type /Pages /Kids [${at + 3} 0 R] /Count 1 >>`);
  return rawPdf(["<< /Type /Catalog /Pages 2 0 R >>", ...nodes, "<< /Type /Page /MediaBox [0 0 595 842] >>"]);
}

function manyPages(count: number): Buffer {
  const first = 4;
  const kids = Array.from({ length: count }, (_, at) => `${first + at} 0 R`).join(" ");
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox [0 0 595 842] /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>`,
    stream("", shown(TEXT)),
    ...Array.from({ length: count }, () => "<< /Type /Page /Parent 2 0 R /Contents 3 0 R >>"),
  ]);
}

function scripts(): Buffer {
  const launch = "<< /S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >> >>";
  const loop = "<< /S /JavaScript /JS (while\\(true\\){app.alert\\(1\\)}) >>";
  return onePage({
    content: shown(TEXT),
    catalog: `/OpenAction ${loop} /AA << /WC ${launch} >> /Names << /JavaScript << /Names [(a) ${loop}] >> /EmbeddedFiles << /Names [(../../etc/passwd) << /F (../../etc/passwd) >>] >> >>`,
    page: `/AA << /O ${launch} /C ${loop} >> /Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 600 800] /A << /S /SubmitForm /F (http://127.0.0.1:9/) >> >>]`,
  });
}

function objectStreamLoop(): Buffer {
  const body = "3 0 << /Type /Catalog /Pages 3 0 R >>";
  return rawPdf([
    "<< /Type /Catalog /Pages 3 0 R >>",
    stream("/Type /ObjStm /N 1 /First 4 /Extends 2 0 R", body),
    stream("/Type /ObjStm /N 100000000 /First 4 /Extends 3 0 R", body),
  ]);
}

function lengthLoop(): Buffer {
  return rawPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [4 0 R 4 0 R 5 0 R] >>",
    `<< /Length 4 0 R >>\nstream\n${shown(TEXT)}\nendstream`,
    "<< /Length 6 0 R >>\nstream\nendstream",
    "6 0 R",
  ]);
}

const form = (name: string, content: string): Buffer =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << ${name} >> >>`, content);

function formLoop(): Buffer {
  return onePage({
    content: `/X Do ${shown(TEXT)}`,
    resources: "/XObject << /X 6 0 R >>",
    more: [form("/X 7 0 R", "/X Do /X Do"), form("/X 6 0 R", "/X Do /X Do")],
  });
}

/** A form that draws ten forms, each of which draws ten, `levels` deep ("billion laughs"). */
function billionLaughs(levels: number): Buffer {
  const more: PdfObject[] = Array.from({ length: levels }, (_, at) => form(`/X ${at + 7} 0 R`, "/X Do ".repeat(10)));
  return onePage({
    content: "/X Do",
    resources: "/XObject << /X 6 0 R >>",
    more: [...more, form("", "0 0 m 10 10 l S")],
  });
}

function manyLines(): Buffer {
  const lines: string[] = [];
  for (let at = 0; at < 150_000; at++) {
    const x = 10 + (at * 570) / 150_000;
    lines.push(
      `${x.toFixed(3)} 10 m ${x.toFixed(3)} 800 l S`,
      `10 ${(10 + at / 190).toFixed(3)} m 580 ${(10 + at / 190).toFixed(3)} l S`,
    );
  }
  return onePage({ content: deflateSync(Buffer.from(lines.join("\n"))), filter: flate });
}

function manyWords(count: number): Buffer {
  const lines: string[] = [];
  for (let at = 0; at < count; at++)
    lines.push(`1 0 0 1 ${(at % 1000) * 0.6} ${Math.floor(at / 1000) * 0.8} Tm (w${at % 97}) Tj`);
  return onePage({ content: deflateSync(Buffer.from(`BT /F1 1 Tf ${lines.join("\n")} ET`)), filter: flate });
}

function giantImage(side: number): Buffer {
  const pixels = deflateSync(Buffer.alloc((side * side) / 8));
  const image = `/Type /XObject /Subtype /Image /Width ${side} /Height ${side} /BitsPerComponent 1 /ColorSpace /DeviceGray ${flate}`;
  return onePage({
    content: "595 0 0 842 0 0 cm /I Do",
    resources: "/XObject << /I 6 0 R >>",
    more: [stream(image, pixels)],
  });
}

function imageWithWrongSize(): Buffer {
  return onePage({
    content: `q 595 0 0 842 0 0 cm /I Do Q ${shown(TEXT)}`,
    resources: "/XObject << /I 6 0 R >>",
    more: [
      stream(
        "/Type /XObject /Subtype /Image /Width 33000 /Height 33000 /BitsPerComponent 8 /ColorSpace /DeviceRGB",
        "0123456789",
      ),
    ],
  });
}

function brokenFont(): Buffer {
  const noise = Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * at * 31 + at * 7) % 256));
  return onePage({
    content: "BT /F2 12 Tf 72 700 Td <000100020003> Tj ET",
    resources: "/Font << /F2 6 0 R >>",
    more: [
      "<< /Type /Font /Subtype /Type0 /BaseFont /Noise /Encoding /Identity-H /DescendantFonts [7 0 R] >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Noise /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 8 0 R /W [0 [1e30 -5 (x)]] >>",
      "<< /Type /FontDescriptor /FontName /Noise /Flags 4 /FontBBox [0 0 1e38 -1e38] /Ascent 1e20 /Descent 1e20 /CapHeight 0 /ItalicAngle 0 /StemV 0 /FontFile2 9 0 R >>",
      stream("/Length1 4000", noise),
    ],
  });
}

function hugeCmap(): Buffer {
  const ranges = Array.from({ length: 2000 }, () => "<00000000> <FFFFFFFF> <0041>").join("\n");
  return onePage({
    content: "BT /F2 12 Tf 72 700 Td <0001> Tj ET",
    resources: "/Font << /F2 6 0 R >>",
    more: [
      "<< /Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [7 0 R] /ToUnicode 8 0 R >>",
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>",
      stream(
        "",
        `begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 2000 beginbfrange\n${ranges}\nendbfrange endcmap`,
      ),
    ],
  });
}

function letterLoop(): Buffer {
  return onePage({
    content: "BT /T 12 Tf 72 700 Td (aaaa) Tj ET",
    resources: "/Font << /T 6 0 R >>",
    more: [
      "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 1 1] /FontMatrix [1 0 0 1 0 0] /CharProcs << /a 7 0 R >> /Encoding << /Differences [97 /a] >> /FirstChar 97 /LastChar 97 /Widths [1] /Resources << /Font << /T 6 0 R >> >> >>",
      stream("", "1 0 d0 BT /T 1 Tf (aaaa) Tj ET"),
    ],
  });
}

function oddText(): Buffer {
  return onePage({
    content: [
      shown(TEXT),
      shown("far", 1e15, -1e15),
      "BT /F1 1e30 Tf 10 10 Td (huge) Tj ET",
      "BT /F1 0 Tf 10 10 Td (none) Tj ET",
      "BT /F1 12 Tf 0 0 0 0 10 10 Tm (flat) Tj ET",
      "BT /F1 12 Tf 1e-30 0 0 1e-30 10 10 Tm (tiny) Tj ET",
      "1e30 0 0 1e30 0 0 cm 0 0 m 1 1 l S",
    ].join("\n"),
  });
}
