import type { ScreenHelp } from "../help.ts";

const HOME = {
  title: "Home",
  about: "Totals of the whole installation, the newest active events, and the latest reports.",
  points: [
    "The button of an event is the next thing to do: review, take photos, or complete.",
    "Press G to review the next image of the first event with images to review.",
    "The bar shows areas without a photo, and the images to read, to review, approved and rejected.",
    "The small chart shows how many images were approved or rejected in the last hour. The finish follows from that pace.",
    "A report shows how much its totals differ from the version before.",
    "Events, archives, pages and experiments are in the menu. Ctrl+K, on every screen, searches screens, events, images, areas and codes.",
  ],
  terms: ["event", "detection"],
} satisfies ScreenHelp;

const USERS = {
  title: "Users",
  about: "All accounts with their roles and groups.",
  points: [
    "Add user creates an account and a link to set its password. The link works once, within a day.",
    "The menu of a user has groups, sessions, a new link, the role and Block.",
    "A blocked user is signed out everywhere and cannot sign in.",
    "Groups control who sees which events. The audit log records who did what.",
  ],
} satisfies ScreenHelp;

const CREATE_USER = {
  title: "Create user",
  about: "Creates an account. The user chooses the password.",
  points: [
    "Create shows a link to set the password: send it to the user. If e-mail is configured, the user also receives it by e-mail.",
    "The link works once, within a day. Create a new link in the user's menu under Users.",
    "A regular user works on events. An admin also manages users, groups and models.",
  ],
} satisfies ScreenHelp;

const GROUPS = {
  title: "Groups",
  about: "Users see the events that are in one of their groups. Admins see all events.",
  points: [
    "Add a group, then add users to it under Users and events in their settings.",
    "The group Everyone always exists. New users and events are in it by default.",
    "Click a number to see the users or the events that it counts.",
    "Deleting a group does not delete users or events.",
  ],
} satisfies ScreenHelp;

const GROUP_EVENTS = {
  title: "Events of a group",
  about: "All events of one group: previews, discarded and archived ones too.",
  points: ["Click a name to open the event.", "The event's settings decide in which groups it is."],
} satisfies ScreenHelp;

const AUDIT = {
  title: "Audit log",
  about: "The log of all actions: user, time and address. Entries are never changed.",
  points: ["Filter by kind, user, day or action.", "Open a row to see all its details."],
} satisfies ScreenHelp;

const MODELS = {
  title: "Models",
  about: "The models that read the photos. They are installed on the server.",
  points: [
    "New photos are processed by the most recently trained active model.",
    "Preview: for admins only. Deprecated: still offered. Retired: no longer offered.",
    "The menu of a model changes its status. Existing detections stay.",
  ],
  terms: ["detection"],
} satisfies ScreenHelp;

const LEARNING = {
  title: "Learning",
  about:
    "The model learns from the values of approved photos, on this server. A new model is used only if it is proven better.",
  points: [
    "Collecting is off until you switch it on for a group. It applies to the photos that are approved from then on.",
    "Typed and blind-checked values count in full, unchanged ones half: people may approve a photo without checking each value.",
    "One sticker in five is never learned from. It shows whether the new model is better than the one in use.",
    "'Learn now' starts a training run in the worker. It takes some minutes and does not delay detections.",
    "'Everyone' collects from the events that all users see. Its models learn from all examples and read all events; a group with its own model uses that one.",
    "Unlocking or rejecting a photo deletes its examples. Delete examples in the group's menu deletes all of a group.",
  ],
} satisfies ScreenHelp;

const LEARNED_MODEL = {
  title: "Learned model",
  about: "The examples of the model, and its comparison with the model that was in use.",
  points: [
    "'Use for new photos' is possible if the model is proven better. Photos that were read before keep their results.",
    "'Roll back' brings the former model back, from the next photo on.",
    "'Fixed' and 'Broken' show stickers that no model learned from, with the reading before and after.",
    "The reference set is the same in every installation. It shows whether the model forgot other handwriting.",
  ],
} satisfies ScreenHelp;

const STATUS = {
  title: "Server status",
  about: "The current state of the installation and its problems. It updates every ten seconds.",
  points: [
    "Problems are listed at the top, each with what to do.",
    "Below are failed detections by event, processes, queues, and durations of the last hour.",
    "The last cards are the database, the storage, e-mail and the latest backup.",
  ],
} satisfies ScreenHelp;

const ACCOUNT = {
  title: "Your account",
  about: "Your password, your second factor, your sessions and your API tokens.",
  points: [
    "To change your password, enter the current one.",
    "A second factor protects the account if another person learns your password: a code from an authenticator app, or a passkey.",
    "Keep the recovery codes away from your phone. Each signs you in once if the phone is lost.",
    "Precount asks for a proof again before it changes factors, sessions or tokens, if the last one is older than 10 minutes.",
    "If you do not recognize a session, end it and change your password.",
    "An API token lets a program call Precount in your name, within the rights you choose. It is shown once.",
  ],
} satisfies ScreenHelp;

const API = {
  title: "API",
  about: "All API calls with their inputs.",
  points: [
    "Create a token under Your account and send it with each call.",
    "Search by path or description. Open a call to see its input.",
    "The OpenAPI document has the same content in machine-readable form.",
  ],
} satisfies ScreenHelp;

const ISSUES = {
  title: "Project issues",
  about: "Lists the details that a report of a problem needs, of this installation and browser.",
  points: [
    "Copy the details and send them with your description to an admin.",
    "Reload the page first. Report the problem even if it is gone afterwards.",
  ],
} satisfies ScreenHelp;

const VERIFY = {
  title: "Verify a report",
  about: "Proves that an exported report is the one that was completed, or shows what was changed in it.",
  points: [
    "Drop one or more exports: CSV, XLSX or JSON. Keep their file names, which contain the close code.",
    "Or type the close code from the report, its printed version or the workbook's cover sheet.",
    "'Values unchanged, file re-saved' means that another program wrote the file, but every value is the same.",
    "The files are compared with the reports of the events that you see. They are not stored.",
    "Without access to this server, use 'precount verify' with the public key. A CSV needs the report's seal file beside it.",
  ],
  terms: ["closeCode"],
} satisfies ScreenHelp;

export const GENERAL_SCREENS = {
  "/private/": HOME,
  "/private/users": USERS,
  "/private/users/create": CREATE_USER,
  "/private/users/groups": GROUPS,
  "/private/users/groups/$groupId/events": GROUP_EVENTS,
  "/private/users/audit": AUDIT,
  "/private/models": MODELS,
  "/private/models/learning": LEARNING,
  "/private/models/learning/$modelId": LEARNED_MODEL,
  "/private/status": STATUS,
  "/private/account": ACCOUNT,
  "/private/account/api": API,
  "/private/issues": ISSUES,
  "/private/verify": VERIFY,
} as const;
