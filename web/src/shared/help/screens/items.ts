import type { ScreenHelp } from "../help.ts";

const LIST = {
  title: "Item list",
  about: "The retailer's codes that this event uses, with descriptions, prices and expected quantities.",
  points: [
    "The review shows the description of each code, and marks codes that are not in the list as doubtful.",
    "Search finds the start of a code, or part of a description or department.",
    "Choose a group's list, the event's own list or none in the event's settings.",
    { right: "item.import", text: "Import adds a version. Earlier versions are kept." },
    "Choose an earlier version of the event's own list to read it. Versions never change.",
    "A completed event keeps the version with which it was completed.",
  ],
  terms: ["doubtful"],
} satisfies ScreenHelp;

const IMPORT = {
  title: "Import item list",
  about: "Imports a CSV, TSV, XLSX or JSON file as the next version of the list.",
  points: [
    "Only the code is required. It has six digits.",
    "Choose above each column which field it is. Correct encoding or delimiter if the preview looks wrong.",
    "A workbook's hidden rows and columns are read too. A hidden sheet is read only if you choose it.",
    "Add leading zeros if a spreadsheet has dropped them from the codes.",
    "The check changes nothing. It counts new, changed and removed items, and lists each rejected row with the reason.",
    "The import switches to the new version at once, or changes nothing.",
  ],
} satisfies ScreenHelp;

const GROUP_LIST = {
  title: "Item list of a group",
  about: "The retailer's codes for the events of a group. An event uses the list after it is chosen in its settings.",
  points: [
    "Import adds a version. Every open event that has chosen the list uses it at once.",
    "Choose an earlier version to read it. Versions never change.",
    "Search finds the start of a code, or part of a description or department.",
  ],
} satisfies ScreenHelp;

export const ITEM_SCREENS = {
  "/private/projects/$projectId/items": LIST,
  "/private/projects/$projectId/items/import": IMPORT,
  "/private/users/groups/$groupId/items": GROUP_LIST,
  "/private/users/groups/$groupId/items/import": { ...IMPORT, title: "Import item list of a group" },
} as const;
