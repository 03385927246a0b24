import type { ScreenHelp } from "../help.ts";

const HOME = {
  title: "Home",
  about: "How much there is of everything, and the events that are being worked on.",
  points: [
    "Open an active event to go on with it.",
    "Its bar says which share of its photos is approved or rejected.",
    "Events, archives, pages and experiments are in the menu.",
  ],
  terms: ["event", "detection"],
} satisfies ScreenHelp;

const USERS = {
  title: "Users",
  about: "Everybody who has an account here, and what they may do.",
  points: [
    "Add user makes an account and a link with which its person sets a password. The link works once, within a day.",
    "A person's menu holds their groups, their sessions, a new link, their role, and Block.",
    "Whoever is blocked is signed out everywhere and cannot sign in any more.",
    "Groups says who sees which events; the audit log says who did what.",
  ],
} satisfies ScreenHelp;

const CREATE_USER = {
  title: "Create user",
  about: "An account for somebody. They choose their password themselves.",
  points: [
    "After Create you get a link: hand it to the person. Where e-mail is set up, they get it themselves too.",
    "The link works once, within a day. A new one is made in the person's menu under Users.",
    "A regular user works on events; an admin also manages users, models, and who sees what.",
  ],
} satisfies ScreenHelp;

const GROUPS = {
  title: "Groups",
  about: "People see the events that share a group with them; admins see all.",
  points: [
    "Add a group, then put people into it under Users and events in their settings.",
    "Everyone is always there, and at first all people and events are in it.",
    "Deleting a group deletes no person and no event.",
  ],
} satisfies ScreenHelp;

const AUDIT = {
  title: "Audit log",
  about: "Who did what, when and from where. It is written once and never changed.",
  points: [
    "Narrow it by what it is about, by person, by day or by call.",
    "Open a row for all that was written down of it.",
  ],
} satisfies ScreenHelp;

const MODELS = {
  title: "Models",
  about: "The models that read the photos. They come with the installation.",
  points: [
    "New photos go through the active model that was trained last.",
    "Preview: for admins only. Deprecated: still offered. Retired: not offered any more.",
    "What a model has found stays, whatever its status.",
  ],
  terms: ["detection"],
} satisfies ScreenHelp;

const STATUS = {
  title: "Server status",
  about: "How the installation is at this moment, and what needs you. It looks again every ten seconds.",
  points: [
    "What needs you stands at the top, each with what to do.",
    "Below are failed detections by event, the processes, the queues, and how long things took in the last hour.",
    "The last cards are the database, the storage, e-mail and the latest backup.",
  ],
} satisfies ScreenHelp;

const ACCOUNT = {
  title: "Your account",
  about: "Your password, where you are signed in, and the keys of your programs.",
  points: [
    "A new password needs the current one.",
    "End a session that you do not know, and change your password.",
    "An API token lets a program call Precount in your name, as far as you allow. It is shown once.",
  ],
} satisfies ScreenHelp;

const API = {
  title: "API",
  about: "Everything a program can call, with what it takes.",
  points: [
    "Make a token under Your account and send it with each call.",
    "Search by path or by what a call does; open one for its input.",
    "The OpenAPI document is the same for machines.",
  ],
} satisfies ScreenHelp;

export const GENERAL_SCREENS = {
  "/private/": HOME,
  "/private/users": USERS,
  "/private/users/create": CREATE_USER,
  "/private/users/groups": GROUPS,
  "/private/users/audit": AUDIT,
  "/private/models": MODELS,
  "/private/status": STATUS,
  "/private/account": ACCOUNT,
  "/private/account/api": API,
} as const;
