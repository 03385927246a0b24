import type { ScreenHelp } from "../help.ts";

export const VARIANCE_SCREENS = {
  "/private/projects/$projectId/variance": {
    title: "Variance",
    about: "Compares the counted units with the expected ones, while people work and on a report.",
    points: [
      "Choose what to compare with: expected or last counted quantities of the item list, or an earlier event.",
      "Until Complete, photos that are not reviewed count with the values that were read.",
      "Value is the difference in units times the unit price of the item list.",
      "A department opens its codes. Areas show where the differences are.",
      "Codes without an expected quantity have no difference. They are listed under 'No expected quantity'.",
      "Download has all rows; Print has the figures, the charts and the largest differences.",
    ],
    terms: ["variance"],
  },
  "/private/projects/$projectId/variance/recount": {
    title: "Recount list",
    about: "The areas and stickers whose recheck can correct most of the difference.",
    points: [
      "Choose areas and press 'Photograph again': their photos are rejected with your reason, and the areas are on the gap list.",
      "After the new photo, Recounts shows the second result against the first, code by code.",
      "A sticker opens in the review. There you can compare the values with the photo.",
      "The printed list has checkboxes and room for the second count.",
    ],
    terms: ["variance", "recount"],
  },
} satisfies Record<string, ScreenHelp>;
