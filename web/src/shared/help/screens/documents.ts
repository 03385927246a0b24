import type { ScreenHelp } from "../help.ts";

const PAGES = {
  title: "Pages",
  about: "Each event has a page for its documents: PDF and Word files from which text and tables are extracted.",
  points: [
    "Open a page to see its tasks and to add documents.",
    "A card shows how many tasks are in progress and how many ended with errors.",
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const TASKS = {
  title: "Tasks",
  about: "The documents of one event. A task extracts text and tables from one document.",
  points: [
    "Add Task uploads a PDF or Word document (docx) and processes it.",
    "The list updates automatically while tasks are in progress. Refresh updates it now.",
    "'Retry in 0:12' counts down to the next automatic retry. Retry now starts it immediately.",
    "Open a task to download its results.",
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const TASK = {
  title: "Task",
  about: "One document, its processing status and its results.",
  points: [
    "Download the text, the structure, each table as CSV, all tables as XLSX, or the document itself.",
    "Preview a text or a table before you download it.",
    "While a PDF is read, the status shows the page. Cancel ends the reading after it and keeps what was read.",
    "The result shows each page beside its text and tables. Point at a cell, or move to it with the arrow keys, to see where it is.",
    "Edit table corrects the lines of a table, Add table reads one that was not found. All downloads follow.",
    "A failed task shows its error. Retry starts it again.",
  ],
} satisfies ScreenHelp;

const EXPERIMENTS = {
  title: "Experiments",
  about: "Quick tests on one photo or document. Nothing is stored.",
  points: ["Stickers runs a model on one photo.", "Extracts reads tables from a photo or a document."],
} satisfies ScreenHelp;

const STICKERS = {
  title: "Stickers test",
  about: "Runs a model on one photo and shows the results, their confidence and the run time. Nothing is stored.",
  points: [
    "Choose a model and a photo, then press Analyze.",
    "Rotation rotates the photo first. Automatic uses the orientation that the camera stored.",
    "The advanced options set the maximum number of detections and the confidence thresholds.",
    "Cancel stops a test that takes too long.",
  ],
  terms: ["sticker", "shelf", "doubtful"],
} satisfies ScreenHelp;

const EXTRACTS = {
  title: "Extracts test",
  about: "Reads the tables of one photo or document. Nothing is stored.",
  points: [
    "Choose a file, the output format and the orientation of the page, then press Extract.",
    "View the result here, copy it or save it.",
    "Cancel stops a test that takes too long.",
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
