import type { ScreenHelp } from "../help.ts";

const EVENTS = {
  title: "Events",
  about: "Every inventory count you may see, with how far each is.",
  points: [
    "Open an event by its name to get to its photos.",
    "Search by name, or press a status above the list to see only those.",
    "Press a column's head to sort by it.",
    "Progress is the share of the photos that are approved or rejected.",
    {
      text: "Create Event makes a new one. As a preview only admins see it, until you activate it.",
      right: "project.create",
    },
  ],
  terms: ["event", "discarded", "preview"],
} satisfies ScreenHelp;

const ARCHIVES = {
  title: "Archives",
  about: "Events that are put away. They can be looked at, but nothing of them can be changed.",
  points: [
    "Open an event to see its photos, its report and its downloads.",
    { text: "Recover, in the event, puts it back among the events as it was.", right: "project.recover" },
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const CREATE_EVENT = {
  title: "Create event",
  about: "A new inventory count, to which photos are then uploaded.",
  points: [
    "The name is what people see; it can be in any language.",
    "The slug stands in the event's address and never changes. Left empty it is made from the name.",
    "Start as preview: only admins see the event until it is activated.",
    "Only admins create events.",
  ],
  terms: ["event", "preview"],
} satisfies ScreenHelp;

const IMAGES = {
  title: "Event images",
  about: "The event's photos and where each stands. What is below the event's threshold comes first.",
  points: [
    "Upload Images brings in photos, Take photos makes them with a phone. Each is read by itself; the line above the list says how far that is and how long it takes.",
    "Press a row to review the photo. The next and the previous photo there are those of this list, as you filtered it.",
    "Narrow the list by a status, a mark or a part of the name; the words above it say what is shown, and Clear filters shows all.",
    "Tick photos to validate, reject, recover or detect many at once. Most of it can be undone in the notice that follows.",
    "Complete makes the report and closes the event, once every photo is approved or rejected.",
    "Analyze, statistics, documents, settings and a download of all photos are under More actions.",
  ],
  terms: ["doubtful", "validated", "rejected", "belowThreshold"],
} satisfies ScreenHelp;

const ARCHIVED_IMAGES = {
  title: "Images of an archived event",
  about: "The photos of an event that is put away. They can be looked at, but not changed.",
  points: [
    "Press a row to look at the photo and at what was read in it.",
    "Statistics, documents and a download of all photos are under More actions.",
    "The report stands beside the event's name, if the event was completed.",
    { text: "Recover puts the event back among the events as it was.", right: "project.recover" },
  ],
  terms: ["validated", "rejected"],
} satisfies ScreenHelp;

const UPLOAD = {
  title: "Upload images",
  about: "Brings photos of shelves into the event. Each is kept as it is and read by itself.",
  points: [
    "Drop photos, as many as you like, or choose them.",
    "A photo that the event has already is recognised and taken only once.",
    "A file named after its area, such as 0412.jpg, is linked to that area.",
    "They go on while you work on other screens; the header says how far they are. Keep the browser tab open.",
    "What failed says why, and can be sent again alone or with all the others.",
    "Photos of shelves only: no company data.",
  ],
  terms: ["area"],
} satisfies ScreenHelp;

const STATS = {
  title: "Image statistics",
  about: "What was found and what people corrected, photo by photo.",
  points: [
    "Sort by a column to find the photos with the most corrections.",
    "Download statistics gives this table, Download labels one row for each label.",
    "CSV is for other programs; XLSX opens in Excel with all leading zeros.",
  ],
  terms: ["sticker", "doubtful", "discarded"],
} satisfies ScreenHelp;

const REPORT = {
  title: "Precount report",
  about:
    "What the event came to: a row for each sticker of its approved photos. A report never changes; a new Complete makes a new version.",
  points: [
    "Rows lists the stickers by place, SKU totals adds up each code, Exceptions lists what the rows do not tell.",
    "Look at the exceptions before you hand the report on.",
    "Download Export gives the rows as CSV or XLSX, with the fields you choose and in your order.",
    "Print gives the totals and exceptions on paper.",
    "Older versions stay, each under its own link.",
  ],
  terms: ["exception", "area", "bay", "shelf"],
} satisfies ScreenHelp;

const SETTINGS = {
  title: "Event settings",
  about: "How new photos of this event are turned, and when a photo needs special care.",
  points: [
    "Default Rotation turns the photos uploaded from now on; None goes by what the camera wrote.",
    "Rejection Threshold: photos with a smaller share of valid stickers are marked and come first in the review. Nothing is rejected by itself.",
    "Cancel leaves without saving.",
    { text: "Groups say who sees the event: everybody who shares one of them.", right: "group.change" },
  ],
  terms: ["belowThreshold"],
} satisfies ScreenHelp;

const REVIEW = {
  title: "Review of a photo",
  about:
    "Here a person decides. What was read stands beside the photo, the most doubtful first; what is certain stays quiet.",
  points: [
    "Look at the enlarged label, type the code or the quantity, press Enter: you are at the next doubtful one.",
    "One of the reader's other ideas is taken by a press or by its number.",
    "A label that is none is discarded. One that was missed is drawn: choose Sticker or Shelf and draw its box; it is read at once.",
    "After the last doubtful value Enter validates and opens the next photo that needs someone.",
    "Everything is saved by itself, and can be undone. Others who look at the photo stand above.",
    "Reject leaves the photo out of the report. An approved photo is unlocked before it is changed.",
  ],
  keys: "review",
  terms: ["doubtful", "sticker", "shelf", "discarded", "validated", "detection"],
} satisfies ScreenHelp;

const ARCHIVED_REVIEW = {
  ...REVIEW,
  title: "Photo of an archived event",
  about: "The photo and what was read in it. Nothing of an archived event can be changed.",
  points: [
    "Choose a label in the list or in the photo to see it enlarged.",
    "Step through the photos with the arrows above.",
    "Download image gives the photo as it was uploaded.",
  ],
} satisfies ScreenHelp;

const CAPTURE = {
  title: "Take photos",
  about: "Photos taken with this device's camera, area by area, with a network or without.",
  points: [
    "Choose the area with the arrows, or type its number. The right arrow goes to the next area without a photo.",
    "A sharp, well lit photo with stickers counts by itself, and says how many. Undo takes it back until it has left.",
    "A photo that is blurred, dark, full of glare, from too far away or without stickers asks first: take it again, or use it anyway.",
    "The mark in the picture is as wide as a label has to be at least: go closer until labels are wider.",
    "Without a network photos wait on this device, even when the browser is closed, and are sent when it is back.",
    "What was read of a photo stands there as soon as it is read: 12 of 12 read. The small picture opens all photos.",
  ],
  terms: ["event", "area", "sticker"],
} satisfies ScreenHelp;

export const EVENT_SCREENS = {
  "/private/projects": EVENTS,
  "/private/archives": ARCHIVES,
  "/private/projects/create": CREATE_EVENT,
  "/private/projects/$projectId/home/eventImages": IMAGES,
  "/private/archives/$projectId/home/": ARCHIVED_IMAGES,
  "/private/projects/$projectId/eventImages/upload": UPLOAD,
  "/device/projects/$projectId/capture": CAPTURE,
  "/private/projects/$projectId/eventImages/stats": STATS,
  "/private/projects/$projectId/reports/$reportId": REPORT,
  "/private/projects/$projectId/settings": SETTINGS,
  "/private/projects/$projectId/eventImages/images/$imageId": REVIEW,
  "/private/projects/$projectId/areas/images/$imageId": REVIEW,
  "/private/archives/$projectId/images/$imageId": ARCHIVED_REVIEW,
} as const;
