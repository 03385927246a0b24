import {
  COCO_FILE_LIMIT,
  DATASET_FORMATS,
  ITEM_FILE_LIMITS,
  MAX_DOCUMENT_BYTES,
  MAX_EXPORT_BYTES,
  MAX_PHOTO_BYTES,
  ORIENTATION_OVERRIDES,
  REPORT_FORMATS,
  type TokenAccess,
  VARIANCE_BASES,
  VARIANCE_TABLES,
} from "@precount/domain";

/** A direct route (not RPC) as the document describes it. */
export type DirectRoute = {
  method: "get" | "post" | "put";
  /** The path, with its parameters in braces. */
  path: string;
  summary: string;
  /** The required access; null for none. */
  access: TokenAccess | null;
  query?: Readonly<Record<string, string>>;
  /** Form fields and their descriptions. */
  form?: Readonly<Record<string, string>>;
  /** The body is a file of any type. */
  hasRawBody?: boolean;
  mediaType: string;
};

const event = "/api/projects/{project}";
const table = { format: "csv or xlsx" };

/** Every direct route but the aliases without /api (PD-1). A test compares them with the server's routes. */
export const DIRECT_ROUTES: readonly DirectRoute[] = [
  {
    method: "get",
    path: "/api/health",
    summary: "Whether the server runs",
    access: null,
    mediaType: "application/json",
  },
  {
    method: "get",
    path: "/api/ready",
    summary: "Whether the server can process requests",
    access: null,
    mediaType: "application/json",
  },
  { method: "get", path: "/api/metrics", summary: "Metrics for Prometheus", access: null, mediaType: "text/plain" },
  {
    method: "get",
    path: "/api/openapi.json",
    summary: "This document",
    access: "signed-in",
    mediaType: "application/json",
  },
  {
    method: "post",
    path: "/api/csp-report",
    summary: "Reports of Content-Security-Policy violations",
    access: null,
    mediaType: "application/json",
  },
  {
    method: "post",
    path: `${event}/images/upload`,
    summary: `Uploads photos: JPEG, PNG, WebP, TIFF, AVIF or HEIC, up to ${MAX_PHOTO_BYTES / 1024 / 1024} MB each`,
    access: "project.upload",
    form: {
      areaCode: "Area number of the photos that follow in the form",
      storeNumber: "Store of the photos that follow",
      bayCode: "Aisle of the photos that follow",
      shelfCode: "Shelf of the photos that follow",
      file: "A photo; any number of them, after the fields that describe them",
    },
    mediaType: "application/json",
  },
  {
    method: "put",
    path: `${event}/images/upload/{sha256}`,
    summary: "Uploads one photo as the body; its SHA-256 in the path is checked",
    access: "project.upload",
    query: {
      name: "File name",
      offset: "Bytes that the server has of an interrupted upload; the body begins after them",
      areaCode: "Area number",
      storeNumber: "Store",
      bayCode: "Aisle",
      shelfCode: "Shelf",
    },
    hasRawBody: true,
    mediaType: "application/json",
  },
  {
    method: "get",
    path: `${event}/images/upload/{sha256}/offset`,
    summary: "How much of your interrupted upload of this photo the server has: `{offset}`",
    access: "project.upload",
    mediaType: "application/json",
  },
  ...[event, "/api/groups/{group}"].map((owner): DirectRoute => ({
    method: "post",
    path: `${owner}/items/import`,
    summary: `Shows, checks or imports an item list: CSV, TSV, XLSX or JSON, up to ${ITEM_FILE_LIMITS.maxBytes / 1024 / 1024} MB`,
    access: "item.import",
    form: {
      options:
        "JSON: step (preview, dryRun or import), columns, skipRejected, expectedVersion, encoding, delimiter, skipRows, hasHeader, sheet, decimal, padCodes",
      file: "The item list",
    },
    mediaType: "application/json",
  })),
  {
    method: "post",
    path: `${event}/dataset/import`,
    summary: `Stores the boxes of a COCO file as detections of the model imported, up to ${COCO_FILE_LIMIT / 1024 / 1024} MB`,
    access: "project.analyze",
    form: { file: "The COCO file (JSON)" },
    mediaType: "application/json",
  },
  {
    method: "get",
    path: `${event}/dataset/download`,
    summary: "The images with their boxes, for training and labeling tools",
    access: "export",
    query: {
      format: DATASET_FORMATS.join(", "),
      pixels: "files or links",
      approvedOnly: "true leaves out images that are not approved",
    },
    mediaType: "application/zip",
  },
  {
    method: "post",
    path: "/api/tasks/eventId/{eventId}/projectId/{projectId}/create",
    summary: `Creates a task for a document: PDF or Word (docx), up to ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB`,
    access: "task.create",
    form: { file: "The document" },
    mediaType: "application/json",
  },
  {
    method: "post",
    path: "/api/analyze",
    summary: `Runs a model on a photo up to ${MAX_PHOTO_BYTES / 1024 / 1024} MB without storing it`,
    access: "experiment.run",
    form: {
      modelId: "A model's sid or name",
      rotation: "none, rotate180, rotate90CW or rotate270CW",
      limit: "Maximum number of detections; default 100",
      codeConfidenceThreshold: "0–1; a code below it is not valid; default 0.7",
      quantityConfidenceThreshold: "0–1; a quantity below it is not valid; default 0.4",
      file: "The photo",
    },
    mediaType: "application/json",
  },
  {
    method: "post",
    path: "/api/gpt/vision",
    summary: `Extracts the tables of an image, PDF or Word document (docx) up to ${MAX_DOCUMENT_BYTES / 1024 / 1024} MB without storing it`,
    access: "experiment.run",
    form: {
      format: "csv or json",
      orientation: ORIENTATION_OVERRIDES.join(", "),
      file: "The image or document",
    },
    mediaType: "application/json",
  },
  {
    method: "post",
    path: "/api/verify",
    summary: `Compares an exported report (CSV, XLSX or JSON, up to ${MAX_EXPORT_BYTES / 1024 / 1024} MB) with its seal. Nothing is stored`,
    access: "report.see",
    form: { file: "The export, with its file name" },
    mediaType: "application/json",
  },
  {
    method: "get",
    path: "/api/tasks/{taskId}/documents/download",
    summary: "A document of a task: the uploaded one or a result",
    access: "export",
    query: { file: "Its documentId, or its exact fileName" },
    mediaType: "application/octet-stream",
  },
  {
    method: "get",
    path: "/api/tasks/{taskId}/pages/{number}/picture",
    summary: "The picture of a page of a task's document",
    access: "signed-in",
    query: { v: "Version from the page's pictureUrl: the answer may then be cached forever" },
    mediaType: "image/webp",
  },
  {
    method: "get",
    path: `${event}/images/{image}/contents`,
    summary: "An upright preview of a photo",
    access: "signed-in",
    query: { w: "Width: 320, 2048 or full", v: "Version from the photo's src: the answer may then be cached forever" },
    mediaType: "image/jpeg",
  },
  {
    method: "get",
    path: `${event}/images/{image}/crops/{key}`,
    summary: "The crop of a sticker, upright; 404 while the worker has not made it",
    access: "signed-in",
    query: { v: "Version from the photo's src: the answer may then be cached forever" },
    mediaType: "image/webp",
  },
  {
    method: "get",
    path: "/api/evidence/images/{image}/contents",
    summary: "An upright preview of a photo of a report, for a browser that has opened an evidence link",
    access: null,
    query: { w: "Width: 320, 2048 or full", v: "Version from the photo's src: the answer may then be cached forever" },
    mediaType: "image/webp",
  },
  {
    method: "get",
    path: "/api/evidence/images/{image}/crops/{key}",
    summary: "The crop of a sticker of a report, for a browser that has opened an evidence link",
    access: null,
    query: { v: "Version from the photo's src: the answer may then be cached forever" },
    mediaType: "image/webp",
  },
  {
    method: "get",
    path: "/api/images/{image}/download",
    summary: "A photo as it was uploaded",
    access: "export",
    mediaType: "application/octet-stream",
  },
  {
    method: "get",
    path: "/api/learning/examples/download",
    summary: "The examples to learn from: crops of stickers and a list with their values",
    access: "learning.manage",
    query: { group: "A group's sid, or everyone; all examples without it" },
    mediaType: "application/zip",
  },
  {
    method: "get",
    path: "/api/learning/examples/{image}/{result}/picture",
    summary: "The crop of an example",
    access: "learning.manage",
    mediaType: "image/jpeg",
  },
  {
    method: "get",
    path: `${event}/images/download`,
    summary: "All photos of an event, as they were uploaded",
    access: "export",
    mediaType: "application/zip",
  },
  {
    method: "get",
    path: `${event}/events`,
    summary: "Live changes of an event (server-sent events)",
    access: "signed-in",
    query: {
      image: "Also sends the viewers of this image",
      tab: "Id of the browser tab whose viewer leaves when the stream ends",
      areas: "1: also sends the areas",
    },
    mediaType: "text/event-stream",
  },
  {
    method: "get",
    path: `${event}/reports/{reportId}/download`,
    summary:
      "The rows of a report, or as JSON the sealed report with everything that its seal covers, or its seal alone",
    access: "export",
    query: {
      format: REPORT_FORMATS.join(", "),
      fields: "JSON list of areaCode, bayCode, shelfCode, code, quantity, in the order of the columns",
    },
    mediaType: "text/csv",
  },
  {
    method: "get",
    path: `${event}/reports/{reportId}/certificate/download`,
    summary: "The certificate of a report",
    access: "export",
    mediaType: "application/pdf",
  },
  {
    method: "get",
    path: `${event}/stats/download`,
    summary: "A row for each image",
    access: "export",
    query: table,
    mediaType: "text/csv",
  },
  {
    method: "get",
    path: `${event}/labels-stats/download`,
    summary: "A row for each label",
    access: "export",
    query: table,
    mediaType: "text/csv",
  },
  {
    method: "get",
    path: `${event}/variance/download`,
    summary: "Counted against expected units",
    access: "export",
    query: {
      ...table,
      table: VARIANCE_TABLES.join(", "),
      basis: VARIANCE_BASES.join(", "),
      report: "A report's sid; the current results without it",
    },
    mediaType: "text/csv",
  },
  {
    method: "get",
    path: `${event}/areas/gaps/download`,
    summary: "Areas that are not taken or rejected",
    access: "export",
    query: table,
    mediaType: "text/csv",
  },
  {
    method: "get",
    path: `${event}/areas/sheets`,
    summary: "Printable labels for areas, with their codes",
    access: "export",
    query: { from: "First number", to: "Last number", format: "Of the labels", only: "Statuses, joined by commas" },
    mediaType: "application/pdf",
  },
];
