import type { Recipe } from "./recipe.ts";

const landscape = { width: 842, height: 595 } as const;
const pageOf = (page: number): string => `Page ${page}`;

/** The development half: documents that readers may be tuned on. Readers are scored on the other half. */
export const DEV_HALF: readonly Recipe[] = [
  {
    name: "count sheet, full grid",
    seed: 101,
    parts: [
      { heading: "Count sheet – Northfield 3" },
      { prose: 2 },
      { table: { fields: ["position", "shelf", "code", "article", "counted", "tick"], rows: 18, rules: "grid" } },
      { prose: 1 },
    ],
  },
  {
    name: "planogram, cells as boxes, merged bays",
    seed: 102,
    sheet: { ...landscape, face: "DejaVuSans" },
    parts: [
      { heading: "Planogram 2026/4" },
      {
        table: {
          fields: ["bay", "shelf", "code", "longArticle", "facings", "size"],
          rows: 12,
          rules: "cells",
          isMerged: true,
        },
      },
    ],
  },
  {
    name: "delivery note, letter head in two columns, only columns ruled",
    seed: 103,
    sheet: { face: "Times-Roman", size: 11, footer: pageOf },
    parts: [
      { heading: "Delivery note 260418" },
      { columns: 2, sentences: 3 },
      {
        table: { fields: ["position", "code", "longArticle", "quantity", "unit", "remark"], rows: 9, rules: "columns" },
      },
      { prose: 3 },
    ],
  },
  {
    name: "price list over three pages, zebra",
    seed: 104,
    sheet: { header: () => "Price list – valid from 1 November", footer: pageOf },
    parts: [
      { prose: 2 },
      { table: { fields: ["code", "article", "size", "price", "share", "amount"], rows: 120, rules: "zebra" } },
      { prose: 2 },
    ],
  },
  {
    name: "stock report, grouped header, grid over two pages",
    seed: 105,
    sheet: { footer: pageOf },
    parts: [
      { heading: "Stock report" },
      {
        table: {
          fields: ["code", "article", "system", "counted", "difference", "amount"],
          rows: 52,
          rules: "grid",
          groups: [["Stock", 2, 3]],
          hasTotal: true,
        },
      },
    ],
  },
  {
    name: "stock report, grouped header, booktabs",
    seed: 106,
    sheet: { face: "Times-Roman" },
    parts: [
      { prose: 3 },
      {
        table: {
          fields: ["code", "article", "system", "counted", "difference"],
          rows: 16,
          rules: "booktabs",
          groups: [["Pieces in stock", 2, 3]],
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "two columns of text",
    seed: 107,
    sheet: { size: 9 },
    parts: [{ heading: "How we count" }, { columns: 2, sentences: 12 }, { items: 5 }],
  },
  {
    name: "two grids side by side",
    seed: 108,
    parts: [
      { prose: 2 },
      {
        pair: [
          { fields: ["shelf", "code", "facings"], rows: 14, rules: "grid" },
          { fields: ["code", "price"], rows: 9, rules: "grid" },
        ],
        gap: 30,
      },
      { prose: 1 },
    ],
  },
  {
    name: "list without any rule",
    seed: 109,
    sheet: { face: "Courier", size: 9 },
    parts: [
      { heading: "Shelf list" },
      { table: { fields: ["code", "article", "shelf", "quantity"], rows: 30, rules: "none" } },
      { prose: 1 },
    ],
  },
  {
    name: "wrapped cells without rules",
    seed: 110,
    sheet: { face: "DejaVuSerif", size: 9 },
    parts: [
      { prose: 1 },
      {
        table: {
          fields: ["code", "longArticle", "date", "quantity"],
          rows: 11,
          rules: "none",
          style: { padY: 4, size: 8 },
        },
      },
    ],
  },
  {
    name: "German prices, filled rules, letter by letter",
    seed: 111,
    sheet: { lettering: "glyphs" },
    parts: [
      { heading: "Preisliste für Frischwaren" },
      {
        table: {
          fields: ["code", "article", "unit", "euro"],
          rows: 20,
          rules: "filled",
          language: "de",
          style: { lettering: "glyphs" },
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "page turned by its /Rotate",
    seed: 112,
    sheet: landscape,
    pdf: { turn: 270, rotate: 90 },
    parts: [
      { heading: "Wide list" },
      { table: { fields: ["position", "ean", "article", "size", "price", "remark"], rows: 14, rules: "frame" } },
      { prose: 2 },
    ],
  },
  {
    name: "drawn sideways on the paper, without /Rotate",
    seed: 113,
    sheet: landscape,
    pdf: { turn: 90 },
    parts: [
      { prose: 2 },
      { table: { fields: ["code", "article", "shelf", "system", "counted"], rows: 15, rules: "rows" } },
    ],
  },
  {
    name: "upside down with /Rotate 180, corner not at 0, 0",
    seed: 114,
    pdf: { turn: 180, rotate: 180, origin: [40, -30] },
    parts: [
      { prose: 3 },
      { table: { fields: ["store", "address", "phone"], rows: 10, rules: "double" } },
      { prose: 1 },
    ],
  },
  {
    name: "drawn in no order, text in odd pieces",
    seed: 115,
    sheet: { lettering: "runs" },
    pdf: { isShuffled: true },
    parts: [
      { heading: "Open items" },
      { prose: 3 },
      {
        table: {
          fields: ["code", "longArticle", "counted", "system", "remark"],
          rows: 10,
          rules: "grid",
          style: { lettering: "runs" },
        },
      },
      { table: { fields: ["code", "article", "date"], rows: 8, rules: "booktabs", style: { lettering: "runs" } } },
    ],
  },
  {
    name: "spaced letters",
    seed: 116,
    parts: [
      { line: "PRICE LIST", spacing: 2.5 },
      { line: "All prices in euro, without tax", spacing: 0.8 },
      { table: { fields: ["code", "article", "price"], rows: 14, rules: "headline", style: { spacing: 0.6 } } },
    ],
  },
  {
    name: "Greek, dashed rules",
    seed: 117,
    sheet: { face: "DejaVuSans", size: 9 },
    parts: [
      { heading: "Κατάλογος" },
      { table: { fields: ["code", "article", "price", "quantity"], rows: 13, rules: "dashed", language: "el" } },
    ],
  },
  {
    name: "Cyrillic without rules",
    seed: 118,
    sheet: { face: "DejaVuSansCondensed", size: 9 },
    parts: [
      {
        table: { fields: ["position", "code", "article", "size", "quantity"], rows: 17, rules: "none", language: "ru" },
      },
      { prose: 2 },
    ],
  },
  {
    name: "two tables without rules side by side",
    seed: 119,
    parts: [
      { heading: "Two aisles" },
      {
        pair: [
          { fields: ["code", "article", "quantity"], rows: 15, rules: "headline", style: { padX: 4, size: 8 } },
          { fields: ["code", "price"], rows: 15, rules: "headline", style: { padX: 4, size: 8 } },
        ],
        gap: 60,
      },
    ],
  },
  {
    name: "small print, tight, no outer frame",
    seed: 120,
    sheet: { size: 8 },
    parts: [
      { prose: 2 },
      {
        table: {
          fields: ["position", "ean", "article", "shelf", "size", "quantity", "price", "amount"],
          rows: 34,
          rules: "open",
          style: { size: 7, padX: 2.5, padY: 1 },
        },
      },
    ],
  },
  {
    name: "tall header, merged and wrapped, grid over three pages",
    seed: 121,
    sheet: { footer: pageOf, face: "DejaVuSans", size: 9 },
    parts: [
      { heading: "Bays" },
      {
        table: {
          fields: ["bay", "code", "longArticle", "facings", "remark"],
          rows: 60,
          rules: "grid",
          isMerged: true,
          hasTallHead: true,
          style: { size: 8 },
        },
      },
      { prose: 1 },
    ],
  },
  {
    name: "tall header without rules",
    seed: 122,
    parts: [
      { prose: 2 },
      {
        table: {
          fields: ["code", "article", "facings", "quantity", "price"],
          rows: 15,
          rules: "booktabs",
          hasTallHead: true,
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "no header, grid",
    seed: 123,
    sheet: { face: "Courier" },
    parts: [
      { line: "Labels to print:" },
      { table: { fields: ["code", "article", "price"], rows: 12, rules: "grid", isHeadless: true } },
    ],
  },
  {
    name: "scanned count sheet, grid",
    seed: 124,
    sheet: { face: "DejaVuSans", size: 11 },
    scan: { dotsPerInch: 200, skew: 0.4, noise: 12, quality: 80 },
    parts: [
      { heading: "Count sheet" },
      { prose: 2 },
      {
        table: {
          fields: ["code", "article", "counted", "shelf"],
          rows: 12,
          rules: "grid",
          style: { size: 11, padY: 4 },
        },
      },
    ],
  },
  {
    name: "scanned list, level rules",
    seed: 125,
    sheet: { face: "DejaVuSerif", size: 11 },
    scan: { dotsPerInch: 200, skew: -0.3, noise: 8, quality: 75 },
    parts: [
      { prose: 2 },
      {
        table: {
          fields: ["code", "article", "quantity", "price"],
          rows: 12,
          rules: "rows",
          style: { size: 11, padY: 4 },
        },
      },
    ],
  },
  {
    name: "scanned price list without rules",
    seed: 126,
    sheet: { face: "DejaVuSansCondensed", size: 11 },
    scan: { dotsPerInch: 250, skew: 0.2, noise: 15, quality: 70 },
    parts: [
      { heading: "Prices" },
      {
        table: {
          fields: ["code", "article", "size", "price"],
          rows: 14,
          rules: "booktabs",
          style: { size: 10, padY: 3, padX: 8 },
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "order with wrapped remarks, level rules, French",
    seed: 127,
    sheet: { face: "DejaVuSans", size: 9, header: () => "Bon de commande 4471", footer: pageOf },
    parts: [
      { prose: 2 },
      { table: { fields: ["code", "article", "quantity", "unit", "remark"], rows: 40, rules: "rows", language: "fr" } },
      { items: 4, numbered: true },
    ],
  },
  {
    name: "three tables on a page",
    seed: 128,
    sheet: { size: 9 },
    parts: [
      { heading: "Area 12" },
      { table: { fields: ["code", "article", "counted"], rows: 6, rules: "grid" } },
      { prose: 1 },
      { table: { fields: ["store", "phone"], rows: 5, rules: "none" } },
      { prose: 1 },
      { table: { fields: ["date", "code", "quantity", "unit"], rows: 6, rules: "rows" } },
    ],
  },
];
