import type { ScreenHelp } from "../help.ts";

const AREAS = {
  title: "Ranges Control",
  about: "Every numbered area of the event, so that you see at a glance which still needs a photo.",
  points: [
    "Add areas makes all numbers from one to another, up to 5,000 at once.",
    "A status above counts its areas; press it to see only those, again to see all.",
    "Press a tile for its photo: drill to it, link another one, upload one.",
    "Void an area that needs no photo. Delete is for a number that never should have been.",
    "A photo finds its area by itself, by its file's name or by the code on the area's sheet.",
    "The gap list, area sheets to print and the wall view are under More about areas.",
  ],
  keys: [
    { keys: ["←", "→", "↑", "↓"], description: "From tile to tile, and over the edge to the next page" },
    { keys: ["Home", "End"], description: "First and last tile of the page" },
    { keys: ["Enter"], description: "What is known of the area, and what can be done" },
    { keys: ["Esc"], description: "Close it" },
  ],
  terms: ["area", "voided", "rejected"],
} satisfies ScreenHelp;

const GAPS = {
  title: "Gap list",
  about: "The areas somebody must still go to: those without a photo, and those whose photo was rejected.",
  points: [
    "Print takes it along on paper, with boxes to tick.",
    "Download gives it as CSV or XLSX.",
    "It follows what happens: an area that gets its photo leaves the list.",
  ],
  terms: ["area", "rejected", "voided"],
} satisfies ScreenHelp;

const WALL = {
  title: "Wall view",
  about:
    "For a shared screen in the store: how far the event is and where people have to go, live and readable from across the room.",
  points: [
    "Full screen leaves only the figures; Escape brings the rest back.",
    "Areas to photograph again and areas nobody has been to are listed by their numbers.",
    "The pace says when it will be done if it goes on like this.",
    "The screen stays awake while this page is open. Without a connection it says since when.",
  ],
  terms: ["area", "rejected", "voided"],
} satisfies ScreenHelp;

export const AREA_SCREENS = {
  "/private/projects/$projectId/home/areas": AREAS,
  "/private/projects/$projectId/areas/gaps": GAPS,
  "/bare/projects/$projectId/areas/wall": WALL,
} as const;
