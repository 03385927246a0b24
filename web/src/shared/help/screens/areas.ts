import type { ScreenHelp } from "../help.ts";

const AREAS = {
  title: "Ranges Control",
  about: "Every numbered area of the event. You see at a glance which areas still need a photo.",
  points: [
    "Add areas creates a range of numbers, up to 5,000 at once.",
    "Click a status to see only its areas. Click a tile to open its photo, link another photo or upload one.",
    "An area with several approved photos asks which of them count. Undecided photos block Complete.",
    "Void an area that needs no photo. Delete an area that was created by mistake.",
    "Photos are linked by their file name or the code on the area sheet. Photos without an area are listed above the tiles.",
    "The menu More about areas has the gap list, printable area sheets and the wall view. It also restores or deletes a range.",
  ],
  keys: [
    { keys: ["←", "→", "↑", "↓"], description: "Move between tiles and pages" },
    { keys: ["Home", "End"], description: "First and last tile of the page" },
    { keys: ["Enter"], description: "Open the area" },
    { keys: ["Esc"], description: "Close the area" },
  ],
  terms: ["area", "voided", "rejected"],
} satisfies ScreenHelp;

const GAPS = {
  title: "Gap list",
  about: "The areas that still need a photo: those without one, and those whose photo was rejected.",
  points: [
    "Print gives a paper list with checkboxes.",
    "Download saves the list as CSV or XLSX.",
    "The list is live: an area disappears when it gets its photo.",
  ],
  terms: ["area", "rejected", "voided"],
} satisfies ScreenHelp;

const WALL = {
  title: "Wall view",
  about:
    "For a shared screen in the store: live progress and the areas that still need a photo, readable from across the room.",
  points: [
    "Full screen shows only the figures. Press Escape to leave it.",
    "The grid shows every area in the order of the photos: green is accepted, striped waits for review, a red frame was rejected. A blue frame marks the newest photo.",
    "Areas to photograph again and areas not yet photographed are listed by number.",
    "The estimated time of completion is based on the current pace.",
    "The display stays on while this page is open. A lost connection is shown with its time.",
  ],
  terms: ["area", "rejected", "voided"],
} satisfies ScreenHelp;

const ARCHIVED_AREAS = {
  title: "Areas of an archived event",
  about: "The areas as they were when the event was archived. They cannot be changed.",
  points: [
    "Click a tile to see the photos of the area and which of them counted.",
    "The gap list and the wall view are in the menu More about areas.",
    "An admin can recover the event to change its areas.",
  ],
  terms: ["area", "voided", "rejected"],
} satisfies ScreenHelp;

const ARCHIVED_GAPS = {
  title: "Gap list of an archived event",
  about: "The areas without a photo, and those whose photo was rejected, when the event was archived.",
  points: ["Print gives a paper list.", "Download saves the list as CSV or XLSX."],
  terms: ["area", "rejected", "voided"],
} satisfies ScreenHelp;

export const AREA_SCREENS = {
  "/private/archives/$projectId/home/areas": ARCHIVED_AREAS,
  "/private/archives/$projectId/areas/gaps": ARCHIVED_GAPS,
  "/private/projects/$projectId/home/areas": AREAS,
  "/private/projects/$projectId/areas/gaps": GAPS,
  "/bare/projects/$projectId/areas/wall": WALL,
} as const;
