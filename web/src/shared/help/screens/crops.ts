import type { ScreenHelp } from "../help.ts";

const CROPS = {
  title: "Crops",
  about: "Every sticker of the event, cut from its photo. Among many crops of one value, a misread one stands out.",
  points: [
    "Group by quantity, code, confidence, area, validator or model. In each group the most doubtful crops come first.",
    "Click selects a crop, Shift selects up to a crop, and dragging selects what it passes. Arrow keys move, Space selects, Ctrl+A selects the group.",
    "Looks right (L) marks crops as seen by you. A mark ends when the values change. It validates nothing.",
    "Wrong (W) collects crops. Retype (R) shows them enlarged, one after the other. Delete discards.",
    "Changes are the same as in the review: photos that are validated are locked until you unlock them there.",
    "Enter or a double click opens the sticker in its photo. Back returns to the same place.",
  ],
  terms: ["sticker", "doubtful", "discarded"],
} satisfies ScreenHelp;

export const CROP_SCREENS = { "/private/projects/$projectId/crops": CROPS } as const;
