import type { ScreenHelp } from "../help.ts";

const EVENTS = {
  title: "Events",
  about: "All inventory counts that you may see, with their progress.",
  points: [
    "Open an event by its name to get to its photos.",
    "Search by name or store number, or click a status to filter the list.",
    "Click a column header to sort.",
    "Progress is the share of the photos that are approved or rejected.",
    {
      text: "Create Event adds an event. Only admins see a preview event until you activate it.",
      right: "project.create",
    },
  ],
  terms: ["event", "discarded", "preview"],
} satisfies ScreenHelp;

const ARCHIVES = {
  title: "Archives",
  about: "Archived events. You can view them but not change them.",
  points: [
    "Open an event to see its photos, its report and its downloads.",
    { text: "Recover, on the event's page, moves it back to Events.", right: "project.recover" },
  ],
  terms: ["event"],
} satisfies ScreenHelp;

const CREATE_EVENT = {
  title: "Create event",
  about: "Creates a new inventory count.",
  points: [
    "The name is shown everywhere and can be in any language.",
    "The slug is used in the link and cannot be changed. If it is empty, it is derived from the name.",
    "Start as preview: only admins see the event until it is activated.",
    "More options are optional: store number, areas, groups, item list, model, and the earlier event to compare with. All of them can be changed later.",
    "Enter in a field creates the event.",
    "Only admins create events.",
  ],
  terms: ["event", "preview"],
} satisfies ScreenHelp;

const IMAGES = {
  title: "Event images",
  about: "The event's photos with their status. Photos below the event's threshold come first.",
  points: [
    "Upload Images adds photo files, Take photos uses a phone's camera. Photos are read automatically; the line above the list shows the progress and the remaining time.",
    "Click a row to review the photo. Next and previous follow this list with its filters. Reviewed by is the person who approved or rejected the photo.",
    "Filter by status or flag, and search: part of a file name, code:012345, qty:>500 (or qty:12, qty:<=5, qty:10-20), area:12 (or area:10-20). All of it must match. Found shows the stickers that matched; click one to open it in its photo.",
    "Gallery shows large photos with the boxes of doubtful values. Arrow keys move, Space selects, Enter opens. Select photos to validate, reject, recover or detect many at once. The notice afterwards offers Undo for most actions.",
    "Complete creates the report and closes the event. It needs every photo to be approved or rejected.",
    "Analyze, statistics, documents, labeled images for other tools, settings and the download of all photos are under More actions.",
  ],
  terms: ["doubtful", "validated", "rejected", "belowThreshold"],
} satisfies ScreenHelp;

const PROOF_SHEET = {
  title: "Proof sheet",
  about: "Photos whose values are all certain or confirmed, to be compared and approved together.",
  points: [
    "Compare each value with its crop. The whole photo is beside them.",
    "Enter approves all photos of the sheet. If the sheet is longer than the window, Enter first shows the rest. It waits until the crops are loaded.",
    "A photo with a wrong value: press its number, or click the value. It opens in the review.",
    "The notice after approving offers Undo. A photo that another user changed meanwhile is not approved.",
  ],
  terms: ["validated", "doubtful"],
} satisfies ScreenHelp;

const ARCHIVED_IMAGES = {
  title: "Images of an archived event",
  about: "The photos of an archived event. You can view them but not change them.",
  points: [
    "Click a row to open the photo with its labels.",
    "Statistics, documents and the download of all photos are under More actions.",
    "If the event was completed, the link to its report is beside the event's name.",
    { text: "Recover moves the event back to Events.", right: "project.recover" },
  ],
  terms: ["validated", "rejected"],
} satisfies ScreenHelp;

const UPLOAD = {
  title: "Upload images",
  about:
    "Uploads photos of shelves to the event. Originals are stored unchanged, and each photo is read automatically.",
  points: [
    "Drop any number of photos here, or choose files.",
    "A photo that is already in the event is recognized and stored only once.",
    "A file named after its area, such as 0412.jpg, is linked to that area.",
    "Uploads continue while you work on other screens; the header shows their progress. Keep the browser tab open.",
    "A failed upload shows its reason. Retry it alone, or retry all failed uploads.",
    "Photos of shelves only: no company data.",
  ],
  terms: ["area"],
} satisfies ScreenHelp;

const STATS = {
  title: "Image statistics",
  about: "The results and corrections of each photo.",
  points: [
    "Sort by a column to find the photos with the most corrections.",
    "Download statistics saves this table. Download labels saves one row per label.",
    "CSV is for other programs; XLSX opens in Excel with all leading zeros.",
  ],
  terms: ["sticker", "doubtful", "discarded"],
} satisfies ScreenHelp;

const HISTORY = {
  title: "History",
  about:
    "Lists what was done in the event: uploads, detections, edits, validations, changes of areas, and its completion.",
  points: [
    "Filter by kind, by person or by the number of an area. Click a name to see only what this person did.",
    "A photo's name opens its review.",
    "In the review, the clock button of a label shows what was read, who changed it, and who validated it.",
    "Compare moments shows the event's figures at two moments, units included, and the rows that a report would have had at only one of them.",
    "Nothing here can be changed. Admins see all details, such as addresses, in the audit log.",
  ],
  terms: ["detection", "validated", "area"],
} satisfies ScreenHelp;

const REPORT = {
  title: "Precount report",
  about:
    "The result of the event: one row per sticker of its approved photos. A report never changes; completing the event again creates a new version.",
  points: [
    "Rows lists the stickers by location. Click a sticker to open it in its photo.",
    "SKU totals, Areas and Departments add up the rows: click a line to see its rows. Check the Exceptions before you share the report.",
    "Compare shows which rows changed since another version, or the difference to another event.",
    "Download Export saves the rows as CSV or XLSX, and Print includes the totals and exceptions. Verify compares an export with the report's seal.",
    "Accept report keeps who accepts this version, with a remark. Older versions stay available under their own links.",
    { right: "report.share", text: "Evidence links share the report read-only with people without an account." },
  ],
  terms: ["exception", "area", "bay", "shelf"],
} satisfies ScreenHelp;

const SETTINGS = {
  title: "Event settings",
  about: "The event's store, the model and rotation of new photos, and the threshold below which photos are marked.",
  points: [
    "Model reads the photos uploaded from now on. Empty means the default model, which is the active one that was trained last.",
    "Default Rotation applies to photos uploaded from now on. Automatic uses the orientation that the camera stored.",
    "Rejection Threshold: photos with a smaller share of valid stickers are marked and come first in the review. No photo is rejected automatically.",
    "Cancel leaves without saving.",
    { text: "Groups control who sees the event: all users in one of its groups.", right: "group.change" },
  ],
  terms: ["belowThreshold"],
} satisfies ScreenHelp;

const REVIEW = {
  title: "Review of a photo",
  about: "Check the values that the model read. The list beside the photo shows the most doubtful labels first.",
  points: [
    "Compare the enlarged label, correct the code or the quantity and press Enter to go to the next doubtful label.",
    "Click another suggestion, or press its number, to use it.",
    "Delete anything that isn't a label: X discards it and goes on. To add a missed label, choose Sticker or Shelf and draw its box; it is read immediately.",
    "After the last doubtful value, Enter opens the next photo with one. At the end the photos are compared and approved together on the proof sheet.",
    "Changes are saved automatically and can be undone. Other viewers appear at the top.",
    "Reject asks for the reason, leaves the photo out of the report and opens the next one. Unlock an approved photo to change it.",
  ],
  keys: "review",
  terms: ["doubtful", "sticker", "shelf", "discarded", "validated", "detection"],
} satisfies ScreenHelp;

const ARCHIVED_REVIEW = {
  ...REVIEW,
  title: "Photo of an archived event",
  about: "The photo with its labels. An archived event cannot be changed.",
  points: [
    "Select a label in the list or in the photo to enlarge it.",
    "Use the arrows at the top to open the next or previous photo.",
    "Download image saves the original photo.",
  ],
} satisfies ScreenHelp;

const CAPTURE = {
  title: "Take photos",
  about: "Take photos with this device's camera, area by area, online or offline.",
  points: [
    "Choose the area with the arrows, or type its number. The right arrow goes to the next area without a photo.",
    "A sharp, well-lit photo with stickers is accepted automatically and shows how many were found. Undo removes it until it is sent.",
    "If a photo is blurred, dark, full of glare, too far away or without stickers, you are asked to take it again or use it anyway.",
    "The mark in the image shows the minimum width of a label. Go closer until labels are wider than the mark.",
    "Offline, photos are stored on this device, even when the browser is closed, and are sent when the connection is back. On other pages, the camera button at the top opens the list of those that are left.",
    "The number of labels read appears when the photo is processed: 12 of 12 read. The thumbnail opens all photos. The line below it says why their number differs from the event's.",
  ],
  terms: ["event", "area", "sticker"],
} satisfies ScreenHelp;

export const EVENT_SCREENS = {
  "/private/projects/$projectId/eventImages/proof": PROOF_SHEET,
  "/private/projects": EVENTS,
  "/private/archives": ARCHIVES,
  "/private/projects/create": CREATE_EVENT,
  "/private/projects/$projectId/home/eventImages": IMAGES,
  "/private/archives/$projectId/home/": ARCHIVED_IMAGES,
  "/private/projects/$projectId/eventImages/upload": UPLOAD,
  "/device/projects/$projectId/capture": CAPTURE,
  "/private/projects/$projectId/eventImages/stats": STATS,
  "/private/projects/$projectId/reports/$reportId": REPORT,
  "/private/projects/$projectId/history": HISTORY,
  "/private/projects/$projectId/settings": SETTINGS,
  "/private/projects/$projectId/eventImages/images/$imageId": REVIEW,
  "/private/projects/$projectId/areas/images/$imageId": REVIEW,
  "/private/archives/$projectId/images/$imageId": ARCHIVED_REVIEW,
} as const;
