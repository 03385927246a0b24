import type { ScreenHelp } from "../help.ts";

const POINTS = [
  "A webhook sends a signed message when an image was processed or approved, an area changed, or the event was completed.",
  "Uploads by HTTPS, S3 and SFTP store the files of each new report. The report says where they were delivered.",
  "Failed deliveries are repeated for 24 hours. The log shows each delivery with its outcome, and Replay sends it again.",
  "A destination to which nothing arrived for a day is disabled. Correct it, enable it, and replay what failed.",
  "Send a test shows in the log whether the destination can be reached.",
  "Secrets are stored encrypted and never shown again.",
];

const EVENT_DESTINATIONS = {
  title: "Webhooks and deliveries",
  about: "Other systems to which the event sends messages and reports. Those of its groups are listed too.",
  points: POINTS,
  terms: ["event"],
} satisfies ScreenHelp;

const GROUP_DESTINATIONS = {
  title: "Webhooks and deliveries of a group",
  about: "Other systems to which all events of the group send messages and reports.",
  points: POINTS,
  terms: ["event"],
} satisfies ScreenHelp;

export const DESTINATION_SCREENS = {
  "/private/projects/$projectId/destinations": EVENT_DESTINATIONS,
  "/private/users/groups/$groupId/destinations": GROUP_DESTINATIONS,
} as const;
