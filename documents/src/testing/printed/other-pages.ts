import { seededRandom } from "../random.ts";
import { chart } from "./layouts.ts";
import type { Part, PrintRecipe } from "./print-recipe.ts";
import { listItems, note, paragraph } from "./prose.ts";

/** Pages without a table. */
// oxlint-disable-next-line eslint/max-lines-per-function -- a list of pages, which is data
export function otherPages(half: "dev" | "heldOut"): PrintRecipe[] {
  const random = seededRandom(half === "dev" ? 71 : 72);
  const prefix = half === "dev" ? "" : "h-";
  const base = { half, printer: "chromium" as const, font: "sans" as const, fontSize: 10 };
  const lists = (["symbol", "number", "dash", "disc"] as const).map((marker): Part => ({
    kind: "list",
    marker,
    items: listItems(random, 4),
  }));
  return [
    {
      ...base,
      name: `${prefix}letter`,
      font: "serif",
      parts: [
        { kind: "title", text: "Invitation to the hearing" },
        { kind: "paragraph", text: paragraph(random, 6) },
        ...lists,
      ],
    },
    {
      ...base,
      name: `${prefix}charts`,
      parts: [
        { kind: "caption", text: "Figure 1: Trend" },
        chart(random),
        { kind: "paragraph", text: paragraph(random, 3) },
        { kind: "caption", text: "Figure 2: Trend by year" },
        chart(random),
      ],
    },
    {
      ...base,
      name: `${prefix}map`,
      parts: [
        { kind: "caption", text: "Figure 3: Regions" },
        {
          kind: "map",
          labels: random.shuffle([
            "Bremen",
            "Galway",
            "Murcia",
            "Thessaly",
            "Jutland",
            "Piedmont",
            "Kärnten",
            "Rhône",
            "Tyrol",
            "Lisbon",
            "Oslo",
            "Turku",
          ]),
        },
        { kind: "note", text: note(random) },
        { kind: "flow", steps: ["Application", "First check", "Hearing", "Decision"] },
      ],
    },
    {
      ...base,
      name: `${prefix}columns`,
      font: "serif",
      fontSize: half === "dev" ? 10 : 9,
      parts: [
        { kind: "title", text: "Bulletin" },
        { kind: "columns", texts: [paragraph(random, 9), paragraph(random, 8)] },
        { kind: "note", text: note(random) },
      ],
    },
    {
      ...base,
      name: `${prefix}contents`,
      parts: [
        { kind: "title", text: "Contents" },
        {
          kind: "contents",
          entries: random
            .shuffle(["Summary", "Method", "Population", "Employment", "Trade and industry", "Agriculture", "Annex"])
            .map((text, index) => [text, 3 + index * 4]),
        },
        { kind: "paragraph", text: paragraph(random, 3) },
      ],
    },
  ];
}
