import type { ScreenHelp } from "../help.ts";

const RADAR = {
  title: "Radar",
  about: "Implausible counts, the costliest first. The list follows every change of photos, labels and areas.",
  points: [
    "A finding compares the count with the item list, the last count, other stickers of the code, and neighboring areas.",
    "Impact is what the error would cost: likelihood times units, at the item's price if the list has prices.",
    "Open in review shows the label: correct it there. Compare the photos shows a sticker that may be in both.",
    "Accept a finding that is correct, with a reason. It is open again when its values change.",
    "Photograph again rejects the area's photos, so that the area is on the gap list.",
    "Complete lists open findings of high impact. They do not block it; completing accepts them in your name.",
  ],
  terms: ["finding"],
} satisfies ScreenHelp;

export const RADAR_SCREENS = { "/private/projects/$projectId/home/radar": RADAR } as const;
