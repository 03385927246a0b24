import type { Part, PrintRecipe, TableLook } from "./print-recipe.ts";
import { type PrintCell, type PrintTable, spanOf } from "./table-contents.ts";

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
const FONTS = {
  serif: "Liberation Serif, serif",
  sans: "Liberation Sans, sans-serif",
  mono: "Liberation Mono, monospace",
};

const LOOKS: Record<TableLook, string> = {
  grid: "border-collapse:collapse;} td,th{border:0.7pt solid #333;",
  "cell-header":
    "border-collapse:collapse;} th{background:#c8d4e8;background-clip:padding-box;border-right:1.5pt solid transparent;} td{border-bottom:0.5pt solid #777;",
  "cell-header-bare": "border-collapse:separate;border-spacing:2pt 2pt;} th{background:#dddddd;",
  "dark-header": "border-collapse:collapse;} th{background:#1f3a68;color:#fff;} td{border-bottom:0.5pt solid #999;",
  "one-upright":
    "border-collapse:collapse;border-top:1pt solid #000;border-bottom:1pt solid #000;} tr.last-head th,th[rowspan]{border-bottom:0.7pt solid #000;} tr>.first{border-right:0.7pt solid #000;",
  "pair-uprights":
    "border-collapse:collapse;border-top:1pt solid #000;border-bottom:1pt solid #000;} tr.last-head th,th[rowspan]{border-bottom:0.7pt solid #000;} tr>.even{border-right:0.7pt solid #000;",
  "group-boxes":
    "border-collapse:collapse;border:0.7pt solid #000;} td,th{border-left:0.7pt solid #000;} tr.last-head th,th[rowspan],tr.group-end td{border-bottom:0.7pt solid #000;",
  uprights:
    "border-collapse:collapse;border:1pt solid #000;} td,th{border-left:0.5pt solid #000;} tr.last-head th,th[rowspan]{border-bottom:0.7pt solid #000;",
  rows: "border-collapse:collapse;border-top:0.5pt solid #555;} tr{border-bottom:0.5pt solid #555;",
  zebra: "border-collapse:collapse;} tr.odd td{background:#eeeeee;} th{border-bottom:1pt solid #333;",
  book: "border-collapse:collapse;border-top:1.2pt solid #000;border-bottom:1.2pt solid #000;} tr.last-head th,th[rowspan]{border-bottom:0.6pt solid #000;",
  frame: "border-collapse:collapse;border:1pt solid #000;} tr.last-head th,th[rowspan]{border-bottom:0.7pt solid #000;",
  none: "border-collapse:collapse;",
  "underlined-header":
    "border-collapse:separate;border-spacing:8pt 1pt;} tr.last-head th,th[rowspan]{border-bottom:0.7pt solid #000;",
};

function tableHtml({ rows, headerRows, groupEnds }: PrintTable, id: number, isWide: boolean): string {
  const html = rows.map((row, at) => {
    const isHead = at < headerRows;
    let column = at > 0 && at < headerRows ? leadingSpans(rows[0] ?? []) : 0;
    const cells = row.map((cell) => {
      const { text, columns, rows: rowSpan } = spanOf(cell);
      const last = column + columns - 1;
      const classes = [column === 0 ? "first" : "", last % 2 === 0 && columns < 3 ? "even" : ""]
        .filter(Boolean)
        .join(" ");
      column += columns;
      const tag = isHead ? "th" : "td";
      const spans = `${columns > 1 ? ` colspan="${columns}"` : ""}${rowSpan > 1 ? ` rowspan="${rowSpan}"` : ""}`;
      const isRight = isNumber(text) || (isHead && last > 0);
      const align = ` align="${isHead && columns > 1 ? "center" : isRight ? "right" : "left"}"`;
      return `<${tag}${spans}${align}${classes ? ` class="${classes}"` : ""}>${escape(text)}</${tag}>`;
    });
    const classes = [
      at === headerRows - 1 ? "last-head" : "",
      groupEnds.includes(at) ? "group-end" : "",
      !isHead && (at - headerRows) % 2 === 0 ? "odd" : "",
    ];
    return `<tr class="${classes.filter(Boolean).join(" ")}">${cells.join("")}</tr>`;
  });
  return `<table id="t${id}"${isWide ? ' width="100%"' : ""}>${html.join("\n")}</table>`;
}

const leadingSpans = (row: readonly PrintCell[]): number =>
  row.map(spanOf).filter(({ rows, text }) => rows > 1 && text !== "Remark").length;
const isNumber = (text: string): boolean => /^[−–\d.,%\s]+$/u.test(text) && text !== "";

const MARKERS = { disc: "disc", symbol: "disc", dash: '"–  "', number: "decimal" };

function partHtml(part: Part, id: number): string {
  switch (part.kind) {
    case "title":
      return `<h1>${escape(part.text)}</h1>`;
    case "heading":
      return `<h2>${escape(part.text)}</h2>`;
    case "paragraph":
      return `<p>${escape(part.text)}</p>`;
    case "caption":
      return `<p class="caption">${escape(part.text)}</p>`;
    case "note":
      return `<p class="note">${escape(part.text)}</p>`;
    case "rule":
      return '<div class="rule"></div>';
    case "columns":
      return `<div class="columns">${part.texts.map((text) => `<p>${escape(text)}</p>`).join("")}</div>`;
    case "list":
      if (part.marker === "symbol")
        return part.items.map((item) => `<p class="item"><span>\uF0B7</span>${escape(item)}</p>`).join("");
      return `<ul style='list-style-type:${MARKERS[part.marker]}'>${part.items.map((item) => `<li>${escape(item)}</li>`).join("")}</ul>`;
    case "contents":
      return part.entries
        .map(
          ([text, page]) =>
            `<p class="entry"><span>${escape(text)}</span><span class="dots">${" .".repeat(60)}</span><span>${page}</span></p>`,
        )
        .join("");
    case "chart":
      return chartSvg(part);
    case "map":
      return mapSvg(part.labels);
    case "flow":
      return `<div class="flow">${part.steps.map((step) => `<div>${escape(step)}</div>`).join("")}</div>`;
    case "table":
    default:
      return `<style>#t${id}{margin:4pt 0 6pt;${LOOKS[part.look].replaceAll("} ", `} #t${id} `).replaceAll(/,(?=t)/gu, `,#t${id} `)}}</style>${tableHtml(part.table, id, part.isWide)}`;
  }
}

/** The height of a value in a chart. */
const y = (value: number): number => 190 - value * 1.4;

function chartSvg({ ticks, bars, labels }: Extract<Part, { kind: "chart" }>): string {
  const lines = ticks.map(
    (tick) =>
      `<line x1="40" x2="480" y1="${y(tick)}" y2="${y(tick)}" stroke="#aaa" stroke-width="0.5"/><text x="34" y="${y(tick) + 3}" text-anchor="end">${tick}</text>`,
  );
  const boxes = bars.map(
    (bar, at) =>
      `<rect x="${52 + at * 43}" y="${y(bar)}" width="26" height="${190 - y(bar)}" fill="#5577aa"/><text x="${65 + at * 43}" y="${y(bar) - 3}" text-anchor="middle">${bar}</text>`,
  );
  const names = labels.map((label, at) => `<text x="${65 + at * 43}" y="204" text-anchor="middle">${label}</text>`);
  return `<svg width="500" height="215" font-size="9" font-family="Liberation Sans">${lines.join("")}${boxes.join("")}<line x1="40" x2="40" y1="20" y2="190" stroke="#000"/>${names.join("")}</svg>`;
}

function mapSvg(labels: readonly string[]): string {
  const areas = labels.map((label, at) => {
    const [x, y] = [60 + (at % 4) * 110 + ((at * 37) % 23), 30 + Math.floor(at / 4) * 60 + ((at * 53) % 29)];
    return `<path d="M${x - 45} ${y - 14} h60 l20 18 l-10 26 h-50 l-30 -12 z" fill="#dde8cc" stroke="#555" stroke-width="0.6"/><text x="${x - 8}" y="${y + 6}" text-anchor="middle">${escape(label)}</text><text x="${x - 8}" y="${y + 16}" text-anchor="middle">${((at * 7919) % 900) / 10}</text>`;
  });
  return `<svg width="500" height="230" font-size="9" font-family="Liberation Sans">${areas.join("")}</svg>`;
}

/** The document as HTML for Chromium and LibreOffice Writer. */
export function htmlOf({ font, fontSize, landscape = false, parts, name }: PrintRecipe): string {
  const css = `@page{size:A4${landscape ? " landscape" : ""};margin:18mm} body{margin:0;font:${fontSize}pt ${FONTS[font]}} table{font-size:${fontSize - 1}pt} td,th{padding:${name.startsWith("h-") ? "1.5pt 5pt" : "2pt 4pt"};vertical-align:top} p{margin:4pt 0;text-align:justify} .caption{font-weight:bold} .note{font-size:${fontSize - 2}pt} .rule{border-top:0.7pt solid #000;margin:3pt 0} .columns{column-count:2;column-gap:16pt} .item span{display:inline-block;width:16pt;font-family:Symbol} .entry{display:flex;white-space:nowrap;overflow:hidden} .dots{overflow:hidden;flex:1} .flow{display:flex;gap:20pt;margin:10pt 0} .flow div{border:0.7pt solid #000;padding:8pt;width:80pt;text-align:center}`;
  return `<!doctype html><meta charset="utf-8"><style>${css}</style>${parts.map(partHtml).join("\n")}`;
}
