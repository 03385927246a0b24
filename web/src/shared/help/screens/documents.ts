import type { ScreenHelp } from "../help.ts";

const PAGES = {
  title: "Pages",
  about: "Each event has a page for its documents: PDF and Word files whose text and tables are read.",
  points: [
    "Open a page to see its tasks and to add documents.",
    "A card says how many tasks are under way and how many ended with errors.",
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const TASKS = {
  title: "Tasks",
  about: "The documents of one event. A task takes one document and makes text and tables of it.",
  points: [
    "Add Task takes a PDF or a Word document (docx) and starts reading it.",
    "The list follows by itself while anything is under way; Refresh looks at once.",
    "Retry in 0:12 says when a failed one is tried again; Retry now does not wait.",
    "Open a task to download what was read.",
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const TASK = {
  title: "Task",
  about: "One document: where reading it stands, and what was made of it.",
  points: [
    "Download the text, the structure, each table as CSV, all tables as XLSX, or the document itself.",
    "Look at a text or a table here before you download it.",
    "A task that ended with errors says why; Retry starts it again.",
  ],
} satisfies ScreenHelp;

const EXPERIMENTS = {
  title: "Experiments",
  about: "Quick tests on one photo or document. Nothing of them is stored.",
  points: ["Stickers tries a model on one photo.", "Extracts reads the tables of a photo or a document."],
} satisfies ScreenHelp;

const STICKERS = {
  title: "Stickers test",
  about: "What a model finds in one photo, how sure it is, and how long it takes. Nothing is stored.",
  points: [
    "Choose a model and a photo, then press Analyse.",
    "Rotation turns the photo first; None goes by what the camera wrote.",
    "Under the advanced options are the most detections, and how sure the model has to be of codes and quantities.",
    "Cancel ends a test that takes too long.",
  ],
  terms: ["sticker", "shelf", "doubtful"],
} satisfies ScreenHelp;

const EXTRACTS = {
  title: "Extracts test",
  about: "The tables that are read of one photo or document. Nothing is stored.",
  points: [
    "Choose a file, CSV or JSON, and how the page is turned; then press Extract.",
    "The answer can be looked at here and copied or saved.",
    "Cancel ends a test that takes too long.",
  ],
} satisfies ScreenHelp;

export const DOCUMENT_SCREENS = {
  "/private/pages": PAGES,
  "/private/pages/$pageId/tasks": TASKS,
  "/private/pages/$pageId/tasks/$taskId": TASK,
  "/private/experiments": EXPERIMENTS,
  "/private/experiments/stickers": STICKERS,
  "/private/experiments/extracts": EXTRACTS,
} as const;
