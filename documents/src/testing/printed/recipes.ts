import { seededRandom } from "../random.ts";
import { LAYOUTS } from "./layouts.ts";
import { otherPages } from "./other-pages.ts";
import type { PrintRecipe } from "./print-recipe.ts";
import { DEV_TABLES, HELD_OUT_TABLES, type TablePage } from "./table-pages.ts";

/** The recipes of the pages with a table. Each page has a seed of its own. */
function tablePages(half: "dev" | "heldOut", pages: readonly TablePage[]): PrintRecipe[] {
  const firstSeed = half === "dev" ? 4000 : 9000;
  return pages.map((page, index) => {
    const { name, printer = "chromium", font = "sans", fontSize = 10, landscape = false, layout, look, options } = page;
    const parts = LAYOUTS[layout](seededRandom(firstSeed + index), look, options);
    return { name, half, printer, font, fontSize, landscape, parts };
  });
}

/** All documents to print. */
export const PRINT_RECIPES: readonly PrintRecipe[] = [
  ...tablePages("dev", DEV_TABLES),
  ...otherPages("dev"),
  ...tablePages("heldOut", HELD_OUT_TABLES),
  ...otherPages("heldOut"),
];
