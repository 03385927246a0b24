import type { ScreenHelp } from "../help.ts";

const DUPLICATES = {
  title: "Stickers in two photos",
  about: "Stickers that seem to be in two photos of the event. Decide whether each counts once or twice.",
  points: [
    "Both photos show the same place at the same size and angle, with the sticker in the middle.",
    "Same sticker (1): it counts once, in the photo that comes first in the report. Two stickers (2): both count.",
    "All are the same (3) decides about every sticker of the two photos. Arrow up and down choose a pair.",
    "Each decision can be undone while the event is open. The report lists merged stickers under its exceptions.",
    "Search again compares all photos, for example those from before an update.",
    "The event's settings can merge pairs above a certainty without a person.",
  ],
  terms: ["sticker pair"],
} satisfies ScreenHelp;

export const DUPLICATE_SCREENS = { "/private/projects/$projectId/duplicates": DUPLICATES } as const;
