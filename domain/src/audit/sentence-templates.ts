import type { DescribedEntry, NamedSubject } from "./described-entry.ts";
import { toInfinitive } from "./infinitive.ts";

const count = (details: DescribedEntry["details"], one: string, many: string): string => {
  const value = typeof details["count"] === "number" ? details["count"] : 1;
  return value === 1 ? one : `${value} ${many}`;
};
const text = (details: DescribedEntry["details"], field: string): string => {
  const value = details[field];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};
const isTrue = (details: DescribedEntry["details"], field: string): boolean => details[field] === true;

type Template = string | ((details: DescribedEntry["details"], subject: NamedSubject | null) => string);

/** The right password of a user with a second factor opens no session yet. */
const asksForFactor = (details: DescribedEntry["details"]): boolean => text(details, "asksFor") === "second factor";

/**
 * The phrase for each action, to be read after the name of the person. `{subject}` is replaced by the named row. A test fails for an audited call
 * without a sentence.
 */
export const AUDIT_SENTENCES: Readonly<Record<string, Template>> = {
  "area.createRange": (details) => `created ${count(details, "an area", "areas")}${areasOf(details)}: {subject}`,
  "area.decidePhoto": (details) =>
    `decided that the photo {subject} ${isTrue(details, "countsToo") ? "counts too" : "does not count"}`,
  "area.deleteArea": "deleted the area {subject}",
  "area.deleteRange": (details) => `deleted ${count(details, "an area", "areas")}${areasOf(details)}: {subject}`,
  "area.linkImage": "changed the area of {subject}",
  "area.photographAgain": (details) => `sent ${count(details, "an area", "areas")} to be photographed again: {subject}`,
  "area.restoreArea": "restored the area {subject}",
  "area.restoreRange": (details) => `restored ${count(details, "an area", "areas")}${areasOf(details)}: {subject}`,
  "area.voidArea": "voided the area {subject}",
  "area.voidRange": (details) => `voided ${count(details, "an area", "areas")}${areasOf(details)}: {subject}`,
  "blindCount.answerCheck": "answered a check of the blind count of {subject}",
  "blindCount.settleCheck": "settled a check of the blind count of {subject}",
  "blindCount.startBlindCount": "started the blind count of {subject}",
  "blindCount.stopBlindCount": "stopped the blind count of {subject}",
  "blindCount.takeChecks": "took checks of the blind count of {subject}",
  "crop.markStickers": (details) =>
    `${isTrue(details, "isSeen") ? "marked" : "unmarked"} ${text(details, "stickers") === "1" ? "a sticker" : `${text(details, "stickers")} stickers`} as seen in {subject}`,
  "dataset.import": "imported boxes of {subject}",
  "download.certificate": "downloaded the certificate of the report {subject}",
  "download.dataset": "downloaded {subject} as a dataset",
  "download.document": "downloaded a document of task {subject}",
  "download.examples": "downloaded examples to learn from",
  "download.gaps": "downloaded the gap list of {subject}",
  "download.labels": "downloaded the labels of {subject}",
  "download.photos": "downloaded the photos of {subject}",
  "download.report": "downloaded the report {subject}",
  "download.stats": "downloaded the image statistics of {subject}",
  "download.variance": "downloaded the variance of {subject}",
  "destination.createDestination": "created the destination {subject}",
  "destination.deleteDestination": "deleted the destination {subject}",
  "destination.disableAfterFailures": "disabled the destination {subject} after a day of failures",
  "destination.replayDelivery": "sent a delivery to {subject} again",
  "destination.rotateSigningSecret": "rotated the signing secret of the destination {subject}",
  "destination.setDestinationEnabled": (details) =>
    `${isTrue(details, "isEnabled") ? "enabled" : "disabled"} the destination {subject}`,
  "destination.testDestination": "tested the destination {subject}",
  "destination.updateDestination": "changed the destination {subject}",
  "duplicate.decidePairs": (details) =>
    `decided about stickers in two photos (${text(details, "status") || "open"}): {subject}`,
  "duplicate.searchDuplicates": "searched for stickers in two photos in {subject}",
  "evidence.open": "opened an evidence link of a report",
  "evidence.open.failed": "entered a wrong passcode of an evidence link",
  "factor.addPasskey": "added a passkey",
  "factor.addTotp": "added an authenticator app",
  "factor.beginConfirmation": "began to confirm their identity",
  "factor.beginPasskey": "began to add a passkey",
  "factor.beginTotp": "began to add an authenticator app",
  "factor.confirm": "confirmed their identity",
  "factor.confirm.failed": "failed to confirm their identity",
  "factor.makeRecoveryCodes": "created recovery codes",
  "factor.removeFactor": "removed a second factor",
  "factor.renameFactor": "renamed a second factor",
  "group.createGroup": "created the group {subject}",
  "group.deleteGroup": "deleted the group {subject}",
  "group.renameGroup": (details) =>
    text(details, "formerName") === ""
      ? "renamed the group {subject}"
      : `renamed the group ${text(details, "formerName")} to ${text(details, "name")}`,
  "group.setCollectsExamples": (details) =>
    `switched collecting examples ${isTrue(details, "collects") ? "on" : "off"} for the group {subject}`,
  "group.setProjectGroups": (details) => `changed the groups of {subject}${groupChanges(details)}`,
  "group.setUserGroups": (details) => `changed the groups of {subject}${groupChanges(details)}`,
  "image.detectImages": (details) => `started detections of ${count(details, "an image", "images")}: {subject}`,
  "image.invalidateImages": (details) => `unlocked ${count(details, "an image", "images")}: {subject}`,
  "image.recoverImage": "recovered {subject}",
  "image.recoverImages": (details) => `recovered ${count(details, "an image", "images")}: {subject}`,
  "image.rejectImage": (details) => `rejected {subject}${reasonOf(details)}`,
  "image.rejectImages": (details) => `rejected ${count(details, "an image", "images")}: {subject}${reasonOf(details)}`,
  "image.retryJob": "retried a failed job of {subject}",
  "image.rotateImage": (details) => `rotated {subject} (${text(details, "rotation")})`,
  "image.runImageDetection": "started a detection of {subject}",
  "image.setActiveImageDetection": "chose the detection that counts in {subject}",
  "image.validateImages": (details) => `approved ${count(details, "an image", "images")}: {subject}`,
  "imageDetection.activate": "chose the detection that counts in {subject}",
  "imageDetection.deleteImageDetection": "deleted a detection of {subject}",
  "imageDetection.invalidateImageDetection": "unlocked {subject}",
  "imageDetection.pullImageDetectionPatches": "undid changes in {subject}",
  "imageDetection.pushImageDetectionPatches": "edited {subject}",
  "imageDetection.validateImageDetection": "approved {subject}",
  "item.chooseItemList": "chose the item list of {subject}",
  "item.import": "imported the item list of {subject}",
  "keys.rotate": "changed the keys of the installation",
  "learning.cancel": "canceled a training run",
  "learning.deleteExamples": (details) => `deleted ${count(details, "an example", "examples")} to learn from`,
  "learning.promote": "put the learned model {subject} in use",
  "learning.promoteAutomatically": "put the learned model {subject} in use, because it reads better",
  "learning.rollBack": "ended the use of the learned model {subject}",
  "learning.start": (details) => `started a training run on ${text(details, "stickers")} examples`,
  "learning.updateSettings": "changed the settings of learning",
  "model.setModelStatus": (details) => `set the model {subject} to ${text(details, "status")}`,
  "project.activateProject": "activated {subject}",
  "project.analyzeProject": "started detections of all images of {subject}",
  "project.archiveProject": "archived {subject}",
  "project.cancelQueue": "canceled the waiting jobs of {subject}",
  "project.completeProject": "completed {subject}",
  "project.createProject": (details) =>
    `created the event {subject}${text(details, "areas") === "" ? "" : ` with areas ${text(details, "areas")}`}`,
  "project.deleteProject": "deleted the event {subject}",
  "project.discardProject": "discarded {subject}",
  "project.recoverProject": "recovered {subject}",
  "project.reopenProject": "reopened {subject}",
  "project.retryFailed": "retried the failed jobs of {subject}",
  "project.setProjectSettings": "changed the settings of {subject}",
  "radar.acceptFindings": "accepted findings of the radar in {subject}",
  "radar.reopenFindings": "reopened findings of the radar in {subject}",
  "report.accept": (details) =>
    `recorded that ${text(details, "name")} accepts version ${text(details, "version")} of the report of {subject}`,
  "report.createEvidenceLink": (details) =>
    `created an evidence link for ${text(details, "name")} to version ${text(details, "version")} of a report`,
  "report.revokeEvidenceLink": "revoked an evidence link",
  "task.cancelTask": "canceled the task {subject}",
  "task.create": "added the task {subject}",
  "task.editTable": "changed a table of the task {subject}",
  "task.retryTask": "retried the task {subject}",
  "task.undoTableEdit": "undid a change of a table of the task {subject}",
  "token.createToken": "created the API token {subject}",
  "token.revokeToken": "revoked the API token {subject}",
  "token.revokeUserToken": "revoked the API token {subject} of another user",
  "upload.photo": (details) => (isTrue(details, "duplicate") ? "uploaded {subject} again" : "uploaded {subject}"),
  "user.blockUser": "blocked {subject}",
  "user.changeOwnPassword": "changed their password",
  "user.changeOwnPassword.failed": "failed to change their password",
  "user.createUser": "created the account {subject}",
  "user.endOtherSessions": "ended their other sessions",
  "user.endOwnSession": "ended one of their sessions",
  "user.endUserSessions": "ended the sessions of {subject}",
  "user.forgetWorkAccount": "unlinked the work account of {subject}",
  "user.login": (details) =>
    asksForFactor(details) ? "entered the password of {subject} and was asked for the second factor" : "signed in",
  "user.login.failed": (_, subject) =>
    subject === null ? "failed to sign in with an unknown e-mail" : "failed to sign in as {subject}",
  "user.logout": "signed out",
  "user.makeSetPasswordLink": "created a set-password link for {subject}",
  "user.msLogin": "signed in with a work account",
  "user.msLogin.failed": "failed to sign in as {subject} with a work account",
  "user.passkeyLogin": "signed in with a passkey",
  "user.passkeyLogin.failed": "failed to sign in as {subject} with a passkey",
  "user.renameUser": (details) =>
    text(details, "formerName") === ""
      ? "renamed {subject}"
      : `renamed ${text(details, "formerName")} to ${text(details, "name")}`,
  "user.resetFactors": "removed the second factors of {subject}",
  "user.resetPassword": (details) =>
    asksForFactor(details)
      ? "set a new password for {subject} and was asked for the second factor"
      : "set a new password",
  "user.resetPassword.failed": "failed to set a new password for {subject}: the link no longer works",
  "user.setRole": (details) =>
    `changed the role of {subject}${text(details, "role") === "" ? "" : ` to ${text(details, "role")}`}`,
  "user.setSignInPolicy": "changed the sign-in rules",
  "user.unblockUser": "unblocked {subject}",
  "user.verifySecondFactor": "signed in with a second factor",
  "user.verifySecondFactor.failed": "failed to sign in as {subject} with a second factor",
  "variance.choosePreviousEvent": "chose the previous event of {subject}",
};

/** ' (1–40, 52)': the numbers of the areas, if the entry stores them. */
const areasOf = (details: DescribedEntry["details"]): string => {
  const areas = text(details, "areas");
  return areas === "" ? "" : ` (${areas})`;
};

const reasonOf = (details: DescribedEntry["details"]): string => {
  const reason = text(details, "reason");
  return reason === "" ? "" : ` (${reason})`;
};

/** ': added North, South; removed West'; nothing for entries without the names. */
function groupChanges(details: DescribedEntry["details"]): string {
  const phrases = ["added", "removed"].flatMap((verb) => {
    const names = details[verb];
    return Array.isArray(names) && names.length > 0 ? `${verb} ${names.map(String).join(", ")}` : [];
  });
  return phrases.length === 0 ? "" : `: ${phrases.join("; ")}`;
}

/** Actions of other versions have no template of their own. */
export function templateOf({ action, details, subject }: DescribedEntry): string {
  const template = AUDIT_SENTENCES[action];
  if (template !== undefined) return typeof template === "string" ? template : template(details, subject);
  const failed = AUDIT_SENTENCES[action.replace(/\.failed$/, "")];
  if (action.endsWith(".failed") && typeof failed === "string") return `tried to ${toInfinitive(failed)} and failed`;
  return `called ${action}: {subject}`;
}

/** Refused calls store no details. The phrases for calls whose sentence cannot do without them. */
const SENTENCES_WITHOUT_DETAILS: Readonly<Record<string, string>> = {
  "area.createRange": "created areas: {subject}",
  "area.decidePhoto": "decided about the photo {subject}",
  "area.deleteRange": "deleted areas: {subject}",
  "area.photographAgain": "sent areas to be photographed again: {subject}",
  "area.restoreRange": "restored areas: {subject}",
  "area.voidRange": "voided areas: {subject}",
  "crop.markStickers": "marked stickers as seen in {subject}",
  "destination.setDestinationEnabled": "switched the destination {subject} on or off",
  "duplicate.decidePairs": "decided about stickers in two photos: {subject}",
  "http.get": "opened a file of {subject}",
  "http.head": "opened a file of {subject}",
  "http.post": "sent a file for {subject}",
  "http.put": "sent a file for {subject}",
  "group.setCollectsExamples": "switched collecting examples on or off for the group {subject}",
  "image.detectImages": "started detections of images: {subject}",
  "image.invalidateImages": "unlocked images: {subject}",
  "image.recoverImages": "recovered images: {subject}",
  "image.rejectImages": "rejected images: {subject}",
  "image.rotateImage": "rotated {subject}",
  "image.validateImages": "approved images: {subject}",
  "learning.deleteExamples": "deleted examples to learn from",
  "learning.start": "started a training run",
  "model.setModelStatus": "set the status of the model {subject}",
  "report.accept": "recorded who accepts the report of {subject}",
  "report.createEvidenceLink": "created an evidence link to a report",
};

/** The phrases for refused reads, by the first part of the action. A test fails for a group of reads without a phrase. */
export const READ_SENTENCES: Readonly<Record<string, string>> = {
  area: "opened the areas of {subject}",
  audit: "opened the audit log",
  blindCount: "opened the blind count of {subject}",
  breadcrumb: "opened the page of {subject}",
  crop: "opened the stickers of {subject}",
  destination: "opened the destinations of {subject}",
  duplicate: "opened the stickers in two photos of {subject}",
  factor: "opened their second factors",
  group: "opened the groups of {subject}",
  history: "opened the history of {subject}",
  home: "opened the home page",
  image: "opened the photos of {subject}",
  item: "opened the item list of {subject}",
  learning: "opened the training runs",
  live: "opened the live view of {subject}",
  meta: "opened the version",
  model: "opened the models",
  page: "opened the pages",
  project: "opened the events: {subject}",
  radar: "opened the radar of {subject}",
  report: "opened the report of {subject}",
  seal: "opened the seals of reports",
  search: "opened the search",
  status: "opened the server status",
  task: "opened the tasks of {subject}",
  token: "opened the API tokens of {subject}",
  user: "opened the users",
  variance: "opened the variance of {subject}",
};

/** Rows that a refused read names, rather than the part of them that it asked for. */
const READ_ROWS: ReadonlySet<string> = new Set(["project", "image", "task", "report"]);

/**
 * The phrase for a refused read; undefined for changes, and for reads of other versions. One entry stands for all reads of a row that
 * were refused in a minute because the person may not see it, so it names the row only.
 */
function readTemplateOf({ action, details, subject }: DescribedEntry): string | undefined {
  if (action in AUDIT_SENTENCES) return undefined;
  const isHidden = details["code"] === "NOT_FOUND" && subject !== null && READ_ROWS.has(subject.kind);
  const sentence = READ_SENTENCES[action.split(".")[0] ?? ""];
  return isHidden && sentence !== undefined ? "opened {subject}" : sentence;
}

/** The template of a refused call: "tried to delete the event {subject} and was refused". */
export function refusedTemplateOf(entry: DescribedEntry): string {
  const done =
    SENTENCES_WITHOUT_DETAILS[entry.action] ?? readTemplateOf(entry) ?? templateOf({ ...entry, details: {} });
  return `tried to ${toInfinitive(done)} and was refused`;
}
