import type { ScreenHelp } from "../help.ts";

const BLIND_COUNT = {
  title: "Blind count",
  about:
    "A second count of a random sample, by people who do not see the report's values. It proves how right the report is.",
  points: [
    "Start it with a share of the rows, or until at most a percentage of them can be wrong. More rows are drawn as images are approved.",
    "Check gives you stickers to type. Images that you validated or edited are checked by others.",
    "Third looks are answers that differ from the report. A person decides, and the image is corrected.",
    "The certificate counts corrected rows as found errors. It is stored with the report when the event is completed.",
    "The event's settings can require a certificate before Complete.",
    {
      text: "Error rates show which people and models made the errors: train people there, or check more.",
      right: "audit.see",
    },
  ],
  terms: ["blind count", "certificate"],
} satisfies ScreenHelp;

const CHECK = {
  title: "Blind checks",
  about: "Type what the sticker in the blue box says: the code of six digits, then the quantity.",
  points: [
    "Next confirms both values. You do not see whether they agree.",
    "Can’t read and No sticker send the check to a third look.",
    "In a whole photo, mark every sticker that has no green box. Zoom in if they are small.",
    "Answers are kept on this device and sent when there is a connection. Refused ones stay here with the reason: Send again tries once more.",
  ],
  keys: [
    { keys: ["0–9"], description: "Type" },
    { keys: ["Backspace"], description: "Delete the last digit" },
    { keys: ["Enter"], description: "Next" },
    { keys: ["Arrow keys"], description: "Move the cross in a photo; Enter marks its place" },
  ],
  terms: ["blind count"],
} satisfies ScreenHelp;

const THIRD_LOOKS = {
  title: "Third looks",
  about:
    "Answers that differ from the report. Decide what the sticker says; the image is corrected and stays approved.",
  points: [
    "Both values are in random order without names, so that only the sticker decides.",
    "Your own answers are decided by others.",
    "A missing sticker is added with the values that you type.",
  ],
  terms: ["blind count"],
} satisfies ScreenHelp;

const CERTIFICATE = {
  title: "Certificate",
  about: "How many rows of the report can be wrong at most, and the sample that shows it. It never changes.",
  points: [
    "Each percentage holds with 95 % confidence on its own.",
    "Print and Download PDF make the page for an auditor: plan, seed, strata, people and method.",
  ],
  terms: ["certificate"],
} satisfies ScreenHelp;

export const BLIND_COUNT_SCREENS = {
  "/private/projects/$projectId/blind-count": BLIND_COUNT,
  "/private/projects/$projectId/blind-count/check": CHECK,
  "/private/projects/$projectId/blind-count/third-looks": THIRD_LOOKS,
  "/private/projects/$projectId/reports/$reportId/certificate": CERTIFICATE,
} as const;
