import type { Recipe } from "./recipe.ts";

const landscape = { width: 842, height: 595 } as const;
const letter = { width: 612, height: 792 } as const;

/** The held-out half: no reader is tuned on these documents, so scores on them are fair. */
export const HELD_OUT_HALF: readonly Recipe[] = [
  {
    name: "store list, full grid, American paper",
    seed: 701,
    sheet: { ...letter, face: "Times-Roman", size: 11 },
    parts: [
      { heading: "Stores and their telephones" },
      { prose: 3 },
      { table: { fields: ["position", "store", "address", "phone", "remark"], rows: 13, rules: "grid" } },
    ],
  },
  {
    name: "pallet list, filled rules, in odd pieces",
    seed: 702,
    sheet: { face: "Helvetica", lettering: "runs" },
    parts: [
      { line: "Pallets of delivery 88-1204", spacing: 1 },
      {
        table: {
          fields: ["shelf", "ean", "article", "quantity", "unit", "date"],
          rows: 22,
          rules: "filled",
          style: { lettering: "runs" },
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "planogram with merged bays over two pages, thick frame",
    seed: 703,
    sheet: { ...landscape, face: "DejaVuSansCondensed", footer: (page) => `– ${page} –` },
    parts: [
      { heading: "Planogram, aisle 7" },
      {
        table: {
          fields: ["bay", "shelf", "code", "article", "facings", "size", "price"],
          rows: 36,
          rules: "frame",
          isMerged: true,
        },
      },
    ],
  },
  {
    name: "inventory differences, two groups, boxes",
    seed: 704,
    sheet: { ...landscape, size: 9 },
    parts: [
      { prose: 2 },
      {
        table: {
          fields: ["code", "article", "system", "counted", "difference", "price", "amount"],
          rows: 20,
          rules: "cells",
          groups: [
            ["Pieces", 2, 3],
            ["Value", 5, 2],
          ],
          hasTotal: true,
        },
      },
    ],
  },
  {
    name: "inventory differences, two groups, no rules but the header's",
    seed: 705,
    sheet: { face: "DejaVuSerif", size: 9 },
    parts: [
      { heading: "Differences" },
      {
        table: {
          fields: ["code", "system", "counted", "price", "amount"],
          rows: 18,
          rules: "headline",
          groups: [
            ["Pieces", 1, 2],
            ["Value", 3, 2],
          ],
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "three columns of text",
    seed: 706,
    sheet: { ...landscape, face: "Times-Roman", size: 9, footer: (page) => `${page}` },
    parts: [
      { heading: "Instructions for counting" },
      { prose: 3 },
      { columns: 3, sentences: 10 },
      { items: 4, numbered: true },
    ],
  },
  {
    name: "two columns of text and a table",
    seed: 707,
    sheet: { face: "DejaVuSans", size: 8 },
    parts: [
      { heading: "What is new" },
      { columns: 2, sentences: 8 },
      { table: { fields: ["code", "article", "date", "price"], rows: 9, rules: "double" } },
      { columns: 2, sentences: 5 },
    ],
  },
  {
    name: "typewriter list over two pages, no rules",
    seed: 708,
    sheet: { face: "Courier", size: 10, header: () => "STOCK LIST", footer: (page) => `page ${page} of 2` },
    parts: [
      {
        table: {
          fields: ["position", "code", "article", "system"],
          rows: 70,
          rules: "none",
          style: { size: 9, padY: 1.5 },
        },
      },
      { prose: 1 },
    ],
  },
  {
    name: "a grid and a list beside it",
    seed: 709,
    sheet: { size: 9 },
    parts: [
      { prose: 2 },
      {
        pair: [
          { fields: ["code", "article", "facings"], rows: 12, rules: "cells", style: { size: 8 } },
          { fields: ["shelf", "quantity"], rows: 12, rules: "zebra", style: { size: 8 } },
        ],
        gap: 40,
      },
      { prose: 2 },
    ],
  },
  {
    name: "delivery note with wrapped descriptions, columns ruled",
    seed: 710,
    sheet: { face: "Helvetica", size: 9 },
    parts: [
      { columns: 2, sentences: 2 },
      { heading: "Delivery" },
      { table: { fields: ["code", "longArticle", "quantity", "unit", "amount"], rows: 12, rules: "columns" } },
      { prose: 2 },
    ],
  },
  {
    name: "wrapped remarks without rules, shaded rows",
    seed: 711,
    sheet: { face: "DejaVuSans", size: 9 },
    parts: [
      { table: { fields: ["shelf", "code", "longArticle", "remark"], rows: 12, rules: "zebra", style: { size: 8 } } },
      { prose: 1 },
    ],
  },
  {
    name: "Polish price list, letter by letter, level rules",
    seed: 712,
    sheet: { face: "DejaVuSans", size: 9, lettering: "glyphs" },
    parts: [
      { heading: "Cennik" },
      {
        table: {
          fields: ["code", "article", "size", "euro"],
          rows: 20,
          rules: "rows",
          language: "pl",
          style: { lettering: "glyphs" },
        },
      },
    ],
  },
  {
    name: "page turned by /Rotate 270, grid",
    seed: 713,
    sheet: landscape,
    pdf: { turn: 90, rotate: 270 },
    parts: [
      { prose: 2 },
      { table: { fields: ["position", "code", "longArticle", "size", "facings", "remark"], rows: 12, rules: "grid" } },
    ],
  },
  {
    name: "sideways the other way, drawn in no order",
    seed: 714,
    sheet: landscape,
    pdf: { turn: 270, isShuffled: true },
    parts: [
      { heading: "Aisle 3" },
      { table: { fields: ["code", "article", "shelf", "counted", "system", "difference"], rows: 16, rules: "open" } },
      { prose: 2 },
    ],
  },
  {
    name: "upside down on the paper, no rules",
    seed: 715,
    sheet: { face: "DejaVuSans", size: 10 },
    pdf: { turn: 180 },
    parts: [{ prose: 3 }, { table: { fields: ["code", "article", "quantity", "price"], rows: 14, rules: "headline" } }],
  },
  {
    name: "corner not at 0, 0, /Rotate 90, level rules",
    seed: 716,
    sheet: { ...landscape, face: "Times-Roman" },
    pdf: { turn: 270, rotate: 90, origin: [-20, 100] },
    parts: [
      { heading: "Wide" },
      { table: { fields: ["store", "address", "phone", "amount", "share"], rows: 15, rules: "rows" } },
      { prose: 1 },
    ],
  },
  {
    name: "Cyrillic and Greek, dashed, no order",
    seed: 717,
    sheet: { face: "DejaVuSerif", size: 9 },
    pdf: { isShuffled: true },
    parts: [
      { table: { fields: ["code", "article", "price"], rows: 10, rules: "dashed", language: "ru" } },
      { prose: 1 },
      { table: { fields: ["code", "article", "quantity"], rows: 9, rules: "booktabs", language: "el" } },
    ],
  },
  {
    name: "tight small print without rules",
    seed: 718,
    sheet: { size: 8 },
    parts: [
      { prose: 2 },
      {
        table: {
          fields: ["position", "code", "article", "shelf", "size", "quantity", "price", "amount"],
          rows: 40,
          rules: "none",
          style: { size: 7, padX: 3.5, padY: 1 },
        },
      },
    ],
  },
  {
    name: "spaced letters in boxes",
    seed: 719,
    parts: [
      { line: "COUNT SHEET", spacing: 3 },
      { table: { fields: ["bay", "shelf", "code", "tick"], rows: 15, rules: "cells", style: { spacing: 0.8 } } },
      { line: "Signed by the supervisor", spacing: 1 },
    ],
  },
  {
    name: "four small tables of all kinds",
    seed: 720,
    sheet: { face: "Times-Roman", size: 9 },
    parts: [
      { table: { fields: ["bay", "code", "counted"], rows: 5, rules: "double", isMerged: true } },
      { prose: 1 },
      { table: { fields: ["store", "amount"], rows: 5, rules: "columns" } },
      { prose: 1 },
      { table: { fields: ["code", "article", "euro"], rows: 5, rules: "grid", isHeadless: true, language: "de" } },
      { prose: 1 },
      { table: { fields: ["date", "article", "quantity"], rows: 6, rules: "none" } },
    ],
  },
  {
    name: "price list of four pages, grid, tall header",
    seed: 721,
    sheet: { size: 9, header: () => "Autumn prices", footer: (page) => `Page ${page}` },
    parts: [
      { prose: 3 },
      {
        table: {
          fields: ["code", "article", "size", "price", "share", "amount"],
          rows: 170,
          rules: "grid",
          hasTallHead: true,
          style: { size: 8 },
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "order list of two pages, booktabs, wrapped",
    seed: 722,
    sheet: { face: "Helvetica", size: 10, footer: (page) => `${page}/2` },
    parts: [
      { heading: "Order" },
      {
        table: {
          fields: ["position", "code", "longArticle", "quantity", "amount"],
          rows: 40,
          rules: "booktabs",
          style: { size: 8, padY: 3 },
        },
      },
      { items: 4 },
    ],
  },
  {
    name: "large type, total row",
    seed: 723,
    sheet: { size: 12 },
    parts: [
      { heading: "Till report" },
      {
        table: {
          fields: ["date", "store", "quantity", "amount"],
          rows: 12,
          rules: "open",
          hasTotal: true,
          style: { size: 12, padX: 8 },
        },
      },
    ],
  },
  {
    name: "scanned delivery note, grid",
    seed: 724,
    sheet: { face: "DejaVuSerif", size: 11 },
    scan: { dotsPerInch: 200, skew: -0.5, noise: 14, quality: 75 },
    parts: [
      { heading: "Delivery note" },
      { prose: 1 },
      {
        table: {
          fields: ["code", "article", "quantity", "unit", "price"],
          rows: 13,
          rules: "grid",
          style: { size: 11, padY: 4 },
        },
      },
    ],
  },
  {
    name: "scanned planogram, merged, thick frame",
    seed: 725,
    sheet: { face: "DejaVuSans", size: 11 },
    scan: { dotsPerInch: 220, skew: 0.3, noise: 10, quality: 80 },
    parts: [
      {
        table: {
          fields: ["bay", "code", "article", "facings"],
          rows: 12,
          rules: "frame",
          isMerged: true,
          style: { size: 11, padY: 5 },
        },
      },
      { prose: 2 },
    ],
  },
  {
    name: "scanned list without rules",
    seed: 726,
    sheet: { face: "DejaVuSans", size: 11 },
    scan: { dotsPerInch: 200, skew: 0.25, noise: 8, quality: 80 },
    parts: [
      { heading: "Shelf list" },
      {
        table: {
          fields: ["code", "article", "quantity", "price"],
          rows: 13,
          rules: "headline",
          style: { size: 11, padY: 3, padX: 8 },
        },
      },
      { prose: 1 },
    ],
  },
];
