import type { TokenAccess } from "@precount/domain";

/*
 * The input and the subject of every procedure and route, for the access matrix (access.test.ts). A procedure or route without a row
 * fails there.
 */

/** The ids of one event with everything in it, and of rows outside of events. */
export type Ids = {
  slug: string;
  imageSid: string;
  detectionSid: string;
  /** A disputed check of a blind count. */
  checkSid: string;
  areaSid: string;
  reportSid: string;
  evidenceLinkSid: string;
  jobId: string;
  taskId: number;
  /** An account, a group and a model. */
  userSid: string;
  groupSid: string;
  modelSid: string;
  /** A training run. */
  runSid: string;
  /** A destination of everyone, and a delivery to it. */
  destinationSid: string;
  deliverySid: string;
  /** An existing model in every case, because everyone sees the models. */
  someModelSid: string;
  /** Rows of the caller, of another person, or unknown ones. */
  sessionId: string;
  tokenId: string;
  factorSid: string;
  /** A token of the account. */
  userTokenId: string;
};

/**
 * - `event`: something in an event; NOT_FOUND for people who do not see the event.
 * - `bulk`: many images; hidden images are refused in the answer as missing ones are.
 * - `admin`: accounts, groups and models, all of which admins see.
 * - `own`: a row of the caller.
 * - `all`: no particular row.
 * - `names`: hidden rows are left out of the answer.
 */
export type Row = {
  about: "event" | "bulk" | "admin" | "own" | "all" | "names";
  input?: (ids: Ids) => unknown;
};

const slug: Row = { about: "event", input: (ids) => ({ slug: ids.slug }) };
const project = (more: object = {}): Row => ({
  about: "event",
  input: (ids) => ({ project: { slug: ids.slug }, ...more }),
});
const image: Row = { about: "event", input: (ids) => ({ sid: ids.imageSid }) };
const detection = (more: object = {}): Row => ({
  about: "event",
  input: (ids) => ({ sid: ids.detectionSid, ...more }),
});
const area: Row = { about: "event", input: (ids) => ({ sid: ids.areaSid }) };
const report = (more: object = {}): Row => ({
  about: "event",
  input: (ids) => ({ project: { slug: ids.slug }, reportSid: ids.reportSid, ...more }),
});
const images = (more: object = {}): Row => ({
  about: "bulk",
  input: (ids) => ({ images: [{ sid: ids.imageSid, ...more }] }),
});
const task: Row = { about: "event", input: (ids) => ({ taskId: ids.taskId }) };
const account: Row = { about: "admin", input: (ids) => ({ sid: ids.userSid }) };
const all: Row = { about: "all" };
export const DESTINATION = {
  name: "ERP",
  settings: { kind: "webhook", url: "https://erp.example/precount", types: ["report.created"] },
} as const;
const destination = (more: object = {}): Row => ({
  about: "admin",
  input: (ids) => ({ sid: ids.destinationSid, ...more }),
});
/** The input of calls whose fields are all optional. */
const filter: Row = { about: "all", input: () => ({}) };
/** Too small: refused after the checks of rights, so that no worker is needed. */
const rect = { x: 100, y: 100, width: 1, height: 1, angle: 0 };

/** An invalid input. It is refused after the checks of rights. */
const PASSKEY = { id: "x", rawId: "x", type: "public-key", response: {} };

export const PROCEDURE_ROWS: Readonly<Record<string, Row>> = {
  "area.createRange": project({ from: 1, to: 2 }),
  "area.decidePhoto": { about: "event", input: (ids) => ({ imageSid: ids.imageSid, countsToo: true }) },
  "area.deleteArea": area,
  "area.fetchAllAreasWithStatus": project(),
  "area.fetchAreaImages": area,
  "area.fetchCaptureOrder": project(),
  "area.fetchGaps": project(),
  "area.fetchPace": project(),
  "area.fetchUndecidedPhotos": project(),
  "area.linkImage": { about: "event", input: (ids) => ({ imageSid: ids.imageSid, areaSid: ids.areaSid }) },
  "area.photographAgain": {
    about: "event",
    input: (ids) => ({ project: { slug: ids.slug }, areas: [ids.areaSid], reason: "Far from expected" }),
  },
  "area.restoreArea": area,
  "area.voidArea": area,
  "area.voidRange": project({ from: 1, to: 2 }),
  "area.restoreRange": project({ from: 1, to: 2 }),
  "area.deleteRange": project({ from: 4000, to: 4001 }),
  "audit.fetchAudit": filter,
  "audit.getChainEnd": all,
  "report.accept": report({ name: "Grace" }),
  "report.createEvidenceLink": report({ name: "Controller", expiresInDays: 7 }),
  "report.fetchChanges": {
    about: "event",
    input: (ids) => ({ project: { slug: ids.slug }, reportSid: ids.reportSid, beforeSid: ids.reportSid }),
  },
  "report.fetchComparableEvents": report(),
  "report.fetchDifferences": {
    about: "event",
    input: (ids) => ({ project: { slug: ids.slug }, reportSid: ids.reportSid, other: ids.slug }),
  },
  "report.fetchEvidenceLinks": report(),
  "report.fetchGroups": report({ by: "area" }),
  "report.getFigures": report(),
  "report.revokeEvidenceLink": {
    about: "event",
    input: (ids) => ({ project: { slug: ids.slug }, reportSid: ids.reportSid, sid: ids.evidenceLinkSid }),
  },
  "seal.findReport": { about: "all", input: () => ({ closeCode: "0000-0000-0000-0000" }) },
  "search.findEverywhere": { about: "names", input: (ids) => ({ text: "a", current: ids.slug }) },
  "status.getStatus": all,
  "blindCount.answerCheck": {
    about: "event",
    input: (ids) => ({ sid: ids.checkSid, answer: { kind: "unreadable" } }),
  },
  "blindCount.fetchErrorRates": slug,
  "blindCount.fetchThirdLooks": slug,
  "blindCount.getBlindCount": slug,
  "blindCount.getCertificate": report(),
  "blindCount.settleCheck": {
    about: "event",
    input: (ids) => ({ sid: ids.checkSid, outcome: { kind: "no-sticker" } }),
  },
  "blindCount.startBlindCount": project({ rule: { kind: "share", percent: 5 } }),
  "blindCount.stopBlindCount": slug,
  "blindCount.takeChecks": project(),
  "breadcrumb.fetchBreadcrumbs": { about: "names", input: (ids) => ({ projectId: ids.slug, imageId: ids.imageSid }) },
  "destination.createDestination": {
    about: "event",
    input: (ids) => ({ owner: { project: { slug: ids.slug } }, destination: DESTINATION }),
  },
  "destination.deleteDestination": destination(),
  "destination.fetchDeliveries": destination(),
  "destination.fetchDestinations": { about: "event", input: (ids) => ({ owner: { project: { slug: ids.slug } } }) },
  "destination.fetchReportDeliveries": { about: "event", input: (ids) => ({ reportSid: ids.reportSid }) },
  "destination.replayDelivery": { about: "admin", input: (ids) => ({ sid: ids.deliverySid }) },
  "destination.rotateSigningSecret": destination(),
  "destination.setDestinationEnabled": destination({ isEnabled: true }),
  "destination.testDestination": destination(),
  "destination.updateDestination": destination({ destination: DESTINATION }),
  // No such pair: refused after the checks of rights.
  "duplicate.decidePairs": project({ pairs: ["a".repeat(24)], status: "same" }),
  "crop.fetchWall": project(),
  "crop.fetchWallImages": project({ sids: ["a".repeat(24)] }),
  "crop.markStickers": project({
    stickers: [{ detectionSid: "a".repeat(24), position: 0, code: "012345", quantity: "12" }],
    isSeen: true,
  }),
  "duplicate.fetchImagePairs": { about: "event", input: (ids) => ({ imageSid: ids.imageSid }) },
  "duplicate.fetchPairCounts": slug,
  "duplicate.fetchPhotoPairs": project(),
  "duplicate.searchDuplicates": slug,
  // The rows of an evidence link are in operations/evidence.
  "evidence.fetchRows": filter,
  "evidence.getReport": all,
  "evidence.getSticker": { about: "all", input: () => ({ position: 1 }) },
  "evidence.open": { about: "all", input: () => ({ token: "pe_unknown" }) },
  "factor.addPasskey": { about: "all", input: () => ({ ticket: "A".repeat(43), name: "Key", response: PASSKEY }) },
  "factor.addTotp": { about: "all", input: () => ({ ticket: "A".repeat(43), name: "App", code: "123456" }) },
  "factor.beginConfirmation": all,
  "factor.beginPasskey": all,
  "factor.beginTotp": all,
  "factor.confirm": {
    about: "all",
    input: () => ({ ticket: "A".repeat(43), proof: { kind: "password", password: "Wrong-words-1" } }),
  },
  "factor.fetchFactors": all,
  "factor.makeRecoveryCodes": all,
  "factor.removeFactor": { about: "own", input: (ids) => ({ sid: ids.factorSid }) },
  "factor.renameFactor": { about: "own", input: (ids) => ({ sid: ids.factorSid, name: "Key" }) },
  "group.createGroup": { about: "all", input: () => ({ name: `Group ${Math.random()}` }) },
  "group.deleteGroup": { about: "admin", input: (ids) => ({ sid: ids.groupSid }) },
  "group.fetchGroupEvents": { about: "admin", input: (ids) => ({ sid: ids.groupSid }) },
  "group.fetchGroups": all,
  "group.fetchProjectGroups": project(),
  "group.renameGroup": { about: "admin", input: (ids) => ({ sid: ids.groupSid, name: `Group ${Math.random()}` }) },
  "group.setCollectsExamples": { about: "admin", input: (ids) => ({ sid: ids.groupSid, collects: true }) },
  "group.setProjectGroups": project({ groups: ["everyone"] }),
  "group.setUserGroups": { about: "admin", input: (ids) => ({ sid: ids.userSid, groups: ["everyone"] }) },
  "history.fetchPeople": project(),
  "history.fetchRowChanges": project({ from: "2026-11-21T00:00:00Z", to: "2026-11-22T00:00:00Z" }),
  "history.fetchTimeline": project(),
  "history.getFigures": project({ at: "2026-11-21T00:00:00Z" }),
  "history.getFirstMoment": project(),
  "history.getResultHistory": detection({ index: 0 }),
  "home.fetchOverview": all,
  "home.fetchStats": all,
  "image.detectImages": {
    about: "bulk",
    input: (ids) => ({ images: [{ sid: ids.imageSid }], modelSid: ids.someModelSid }),
  },
  "image.fetchDoubtfulBoxes": project({ sids: ["a".repeat(24)] }),
  "image.getPeople": image,
  "image.getProjectImage": {
    about: "event",
    input: (ids) => ({ projectSlug: ids.slug, imageSid: ids.imageSid }),
  },
  "image.invalidateImages": {
    about: "bulk",
    input: (ids) => ({
      images: [
        {
          sid: ids.imageSid,
          statusDate: "2026-11-23T12:00:00.000Z",
          detection: { sid: ids.detectionSid, revision: 0 },
        },
      ],
    }),
  },
  "image.listMatchingImages": slug,
  "image.listProjectImageSids": slug,
  "image.recognizeStickerText": {
    about: "event",
    // Outside the photo: refused after the checks of rights, so that no worker is needed.
    input: (ids) => ({ sid: ids.imageSid, rect: { ...rect, x: -1 } }),
  },
  "image.recoverImage": image,
  "image.recoverImages": images(),
  "image.rejectImage": image,
  "image.rejectImages": images(),
  "image.retryJob": { about: "event", input: (ids) => ({ imageSid: ids.imageSid, jobId: ids.jobId }) },
  "image.rotateImage": { about: "event", input: (ids) => ({ imageSid: ids.imageSid, rotation: "rotate180" }) },
  "image.runImageDetection": { about: "event", input: (ids) => ({ sid: ids.imageSid, modelSid: ids.someModelSid }) },
  "image.setActiveImageDetection": detection(),
  "image.validateImages": images(),
  "imageDetection.activate": detection(),
  "imageDetection.deleteImageDetection": detection(),
  "imageDetection.invalidateImageDetection": detection(),
  "imageDetection.pullImageDetectionPatches": detection(),
  "imageDetection.pushImageDetectionPatches": detection({
    patches: [{ op: "replace", path: "/0/code/value", value: "543210" }],
  }),
  "imageDetection.validateImageDetection": detection(),
  "item.chooseItemList": project({ list: null }),
  "item.fetchItemLists": all,
  "item.fetchItems": { about: "event", input: (ids) => ({ owner: { project: { slug: ids.slug } } }) },
  "item.getEventItemList": slug,
  "item.getItemList": project(),
  "item.lookUpItems": project({ codes: ["012345"] }),
  "learning.cancel": { about: "admin", input: (ids) => ({ sid: ids.runSid }) },
  "learning.deleteExamples": { about: "admin", input: (ids) => ({ group: ids.groupSid }) },
  "learning.fetchOverview": all,
  "learning.fetchReport": { about: "admin", input: (ids) => ({ modelSid: ids.modelSid }) },
  "learning.fetchRuns": all,
  "learning.promote": { about: "admin", input: (ids) => ({ modelSid: ids.modelSid }) },
  "learning.rollBack": { about: "admin", input: (ids) => ({ groupSid: ids.groupSid }) },
  "learning.start": { about: "admin", input: (ids) => ({ groupSid: ids.groupSid }) },
  "learning.updateSettings": filter,
  "live.beHere": {
    about: "event",
    input: (ids) => ({ imageSid: ids.imageSid, tab: "tab00000", hand: null }),
  },
  "live.leave": { about: "all", input: (ids) => ({ imageSid: ids.imageSid, tab: "tab00000" }) },
  "meta.version": all,
  "model.fetchAccuracies": all,
  "model.fetchModels": all,
  "model.setModelStatus": { about: "admin", input: (ids) => ({ sid: ids.modelSid, status: null }) },
  "page.fetchPages": all,
  "project.activateProject": slug,
  "project.analyzeProject": {
    about: "event",
    input: (ids) => ({ project: { slug: ids.slug }, model: { sid: ids.someModelSid } }),
  },
  "project.archiveProject": slug,
  "project.cancelQueue": slug,
  "project.completeProject": slug,
  "project.createProject": { about: "all", input: () => ({ name: `Count ${Math.random()}` }) },
  "project.deleteProject": slug,
  "project.discardProject": slug,
  "project.fetchCreateChoices": { about: "all", input: () => ({}) },
  "project.fetchProjects": filter,
  "project.fetchProjectWithImages": slug,
  "project.fetchReportExceptions": report(),
  "project.fetchReportRows": report(),
  "project.fetchReportSkus": report(),
  "project.fetchSummaries": filter,
  "project.getProject": slug,
  "project.getProjectReport": { about: "event", input: (ids) => ({ reportSid: ids.reportSid }) },
  "project.getStatsFigures": slug,
  "project.getProjectStats": slug,
  "project.getQueue": slug,
  "project.getReportCover": report(),
  "project.getReportPrint": report(),
  "project.recoverProject": slug,
  "project.reopenProject": slug,
  "project.retryFailed": slug,
  "project.setProjectSettings": project({ settings: { defaultRotation: "none", rejectionThreshold: 90 } }),
  "radar.acceptFindings": project({ keys: ["unknownCode:012345"], reason: "Counted twice by two people." }),
  "radar.fetchFindings": project(),
  "radar.fetchSummary": slug,
  "radar.reopenFindings": project({ keys: ["unknownCode:012345"] }),
  "task.cancelTask": task,
  // There are no tables and pages: refused after the checks of rights, so that no worker is needed.
  "task.editTable": {
    about: "event",
    input: (ids) => ({ taskId: ids.taskId, edit: { kind: "toText", table: 0, page: 1 }, editCount: 0 }),
  },
  "task.fetchPageWords": { about: "event", input: (ids) => ({ taskId: ids.taskId, page: 1 }) },
  "task.fetchTasksByImage": { about: "event", input: (ids) => ({ imageSid: ids.imageSid }) },
  "task.fetchTasksByProject": { about: "event", input: (ids) => ({ projectId: ids.slug }) },
  "task.getTask": task,
  "task.retryTask": task,
  "task.undoTableEdit": { about: "event", input: (ids) => ({ taskId: ids.taskId, editCount: 0 }) },
  "token.createToken": { about: "all", input: () => ({ name: "A program", scopes: ["read"], expiresInDays: 1 }) },
  "token.fetchTokens": all,
  "token.fetchUserTokens": account,
  "token.revokeToken": { about: "own", input: (ids) => ({ id: ids.tokenId }) },
  "token.revokeUserToken": { about: "admin", input: (ids) => ({ sid: ids.userSid, id: ids.userTokenId }) },
  "user.blockUser": account,
  "user.changeOwnPassword": {
    about: "all",
    input: () => ({ current: "Wrong-words-1", password: "Shelf-photos-2029" }),
  },
  "user.createUser": {
    about: "all",
    input: () => ({ email: `${Math.random()}@precount.test`, name: "Some Person", role: "user" }),
  },
  "user.beginPasskeyLogin": all,
  "user.passkeyLogin": { about: "all", input: () => ({ ticket: "A".repeat(43), response: PASSKEY }) },
  "user.verifySecondFactor": {
    about: "all",
    input: () => ({ ticket: "A".repeat(43), proof: { kind: "totp", code: "123456" } }),
  },
  "user.fetchSignInPolicy": all,
  "user.resetFactors": account,
  // The defaults, because the other rows run in the same installation.
  "user.setSignInPolicy": { about: "all", input: () => ({ requiredRoles: [], idleMinutes: 240 }) },
  "user.endOtherSessions": all,
  "user.endOwnSession": { about: "own", input: (ids) => ({ id: ids.sessionId }) },
  "user.endUserSessions": account,
  "user.fetchOwnSessions": all,
  "user.fetchUsers": all,
  "user.fetchUserSessions": account,
  "user.forgetWorkAccount": account,
  "user.getAuthUser": all,
  "user.login": { about: "all", input: () => ({ email: "nobody@precount.test", password: "Wrong-words-1" }) },
  "user.logout": all,
  "user.makeSetPasswordLink": account,
  "user.msLogin": { about: "all", input: () => ({ idToken: "a.b.c", username: "nobody@precount.test" }) },
  "user.msNonce": all,
  "user.signInOptions": all,
  "user.resetPassword": {
    about: "all",
    input: () => ({ email: "nobody@precount.test", password: "Shelf-photos-2029", token: "a.b.c" }),
  },
  "user.renameUser": { about: "admin", input: (ids) => ({ sid: ids.userSid, name: "Grace Hopper" }) },
  "user.setRole": { about: "admin", input: (ids) => ({ sid: ids.userSid, role: "admin" }) },
  "user.unblockUser": account,
  "variance.choosePreviousEvent": project({ previousEvent: null }),
  "variance.fetchAreas": project(),
  "variance.fetchCodes": project(),
  "variance.getPreviousEvent": slug,
  "variance.getRecountList": project(),
  "variance.getVariance": project(),
};

export type RouteRow = {
  about: "event" | "admin" | "all" | "page";
  /** The required access besides a session. */
  access: TokenAccess | "public";
  url: (ids: Ids) => string;
  /** An endless answer, of which only refusals can be read to the end. */
  isStream?: boolean;
  /** The body of a form. */
  payload?: string;
};
const event = (path: string, access: TokenAccess = "export"): RouteRow => ({
  about: "event",
  access,
  url: (ids) => `/api/projects/${ids.slug}/${path}`,
});
const contents = (prefix: string): RouteRow => ({
  about: "event",
  access: "signed-in",
  url: (ids) => `${prefix}/projects/${ids.slug}/images/${ids.imageSid}/contents?w=320`,
});
const crop = (prefix: string): RouteRow => ({
  about: "event",
  access: "signed-in",
  url: (ids) => `${prefix}/projects/${ids.slug}/images/${ids.imageSid}/crops/1_0_0_20_10_0`,
});
const original = (prefix: string): RouteRow => ({
  about: "event",
  access: "export",
  url: (ids) => `${prefix}/images/${ids.imageSid}/download`,
});
const upload = (prefix: string): RouteRow => ({
  about: "event",
  access: "project.upload",
  url: (ids) => `${prefix}/projects/${ids.slug}/images/upload`,
  payload: '--x\r\nContent-Disposition: form-data; name="areaCode"\r\n\r\n1\r\n--x--\r\n',
});
/** The photo does not have this hash, so that none is stored. */
const rawUpload = (path: string): RouteRow => ({
  about: "event",
  access: "project.upload",
  url: (ids) => `/api/projects/${ids.slug}/images/upload/${"0".repeat(64)}${path}`,
});
const taskDocument = (prefix: string): RouteRow => ({
  about: "event",
  access: "export",
  url: (ids) => `${prefix}/tasks/${ids.taskId}/documents/download?file=note.pdf`,
});
const EMPTY_FORM = '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\n1\r\n--x--\r\n';
const open = (url: string): RouteRow => ({ about: "page", access: "public", url: () => url });

/** The rows of routes, by Fastify's method and path. */
export const ROUTE_ROWS: Readonly<Record<string, RouteRow>> = {
  "GET /": open("/"),
  "GET /*": open("/favicon.svg"),
  "GET /index.html": open("/index.html"),
  "POST /api/csp-report": open("/api/csp-report"),
  "GET /api/evidence/images/:image/contents": open(`/api/evidence/images/${"a".repeat(24)}/contents`),
  "GET /api/evidence/images/:image/crops/:key": open(`/api/evidence/images/${"a".repeat(24)}/crops/1-1-1-1-0`),
  "GET /api/health": open("/api/health"),
  "GET /api/openapi.json": { about: "all", access: "signed-in", url: () => "/api/openapi.json" },
  "GET /api/ready": open("/api/ready"),
  "GET /api/metrics": open("/api/metrics"),
  "POST /api/tasks/eventId/:eventId/projectId/:projectId/create": {
    about: "event",
    access: "task.create",
    url: (ids) => `/api/tasks/eventId/count/projectId/${ids.slug}/create`,
    payload: EMPTY_FORM,
  },
  "POST /api/analyze": { about: "all", access: "experiment.run", url: () => "/api/analyze", payload: EMPTY_FORM },
  "POST /api/gpt/vision": { about: "all", access: "experiment.run", url: () => "/api/gpt/vision", payload: EMPTY_FORM },
  "POST /api/verify": { about: "all", access: "report.see", url: () => "/api/verify", payload: EMPTY_FORM },
  "GET /api/tasks/:taskId/documents/download": taskDocument("/api"),
  "GET /tasks/:taskId/documents/download": taskDocument(""),
  "GET /api/tasks/:taskId/pages/:number/picture": {
    about: "event",
    access: "signed-in",
    url: (ids) => `/api/tasks/${ids.taskId}/pages/1/picture`,
  },
  "GET /api/learning/examples/download": {
    about: "all",
    access: "learning.manage",
    url: () => "/api/learning/examples/download",
  },
  "GET /api/learning/examples/:image/:result/picture": {
    about: "admin",
    access: "learning.manage",
    url: (ids) => `/api/learning/examples/${ids.imageSid}/0/picture`,
  },
  "GET /api/images/:image/download": original("/api"),
  "GET /images/:image/download": original(""),
  "GET /api/projects/:project/events": { ...event("events", "signed-in"), isStream: true },
  "GET /api/projects/:project/images/:image/contents": contents("/api"),
  "GET /projects/:project/images/:image/contents": contents(""),
  "GET /api/projects/:project/images/:image/crops/:key": crop("/api"),
  "GET /projects/:project/images/:image/crops/:key": crop(""),
  "GET /api/projects/:project/areas/gaps/download": event("areas/gaps/download"),
  "GET /api/projects/:project/areas/sheets": event("areas/sheets?from=1&to=1&format=l7160"),
  "GET /api/projects/:project/dataset/download": event("dataset/download"),
  "POST /api/projects/:project/dataset/import": {
    about: "event",
    access: "project.analyze",
    url: (ids) => `/api/projects/${ids.slug}/dataset/import`,
    payload: EMPTY_FORM,
  },
  "GET /api/projects/:project/images/download": event("images/download"),
  "GET /api/projects/:project/labels-stats/download": event("labels-stats/download"),
  "GET /api/projects/:project/reports/:reportId/download": {
    about: "event",
    access: "export",
    url: (ids) => `/api/projects/${ids.slug}/reports/${ids.reportSid}/download`,
  },
  "GET /api/projects/:project/reports/:reportId/certificate/download": {
    about: "event",
    access: "export",
    url: (ids) => `/api/projects/${ids.slug}/reports/${ids.reportSid}/certificate/download`,
  },
  "GET /api/projects/:project/stats/download": event("stats/download"),
  "GET /api/projects/:project/variance/download": event("variance/download"),
  "POST /api/groups/:group/items/import": {
    about: "all",
    access: "item.import",
    url: (ids) => `/api/groups/${ids.groupSid}/items/import`,
    payload: EMPTY_FORM,
  },
  "POST /api/projects/:project/items/import": {
    about: "event",
    access: "item.import",
    url: (ids) => `/api/projects/${ids.slug}/items/import`,
    payload: EMPTY_FORM,
  },
  "POST /api/projects/:project/images/upload": upload("/api"),
  "POST /projects/:project/images/upload": upload(""),
  "PUT /api/projects/:project/images/upload/:sha256": { ...rawUpload("?name=a.jpg"), payload: "no photo" },
  "GET /api/projects/:project/images/upload/:sha256/offset": rawUpload("/offset"),
};
