import { seededRandom } from "../random.ts";
import { LAYOUTS } from "./layouts.ts";
import { otherPages } from "./other-pages.ts";
import type { PrintRecipe } from "./print-recipe.ts";
import { DEV_TABLES, HELD_OUT_TABLES, type TablePage } from "./table-pages.ts";

function tablePage(page: TablePage, index: number): PrintRecipe {
  const {
    name,
    half,
    printer = "chromium",
    font = "sans",
    fontSize = 10,
    landscape = false,
    layout,
    look,
    options,
  } = page;
  const random = seededRandom((half === "dev" ? 4000 : 9000) + index);
  return { name, half, printer, font, fontSize, landscape, parts: LAYOUTS[layout](random, look, options) };
}

/** All documents to print. */
export const PRINT_RECIPES: readonly PrintRecipe[] = [
  ...DEV_TABLES.map(tablePage),
  ...otherPages("dev"),
  ...HELD_OUT_TABLES.map(tablePage),
  ...otherPages("heldOut"),
];
