import { feedback } from "../feedback/feedback.ts";

/** What may be downloaded of an event (spec §7). */
type EventDownload = "stats" | "labels-stats" | "images" | "areas/gaps";
export type TableFormat = "csv" | "xlsx";
export const TABLE_FORMATS = ["csv", "xlsx"] as const satisfies readonly TableFormat[];

export function downloadUrl(slug: string, what: EventDownload, format?: TableFormat): string {
  const query = format ? `?format=${format}` : "";
  return `/api/projects/${encodeURIComponent(slug)}/${what}/download${query}`;
}

/** As long as somebody looks at this tab for what they have pressed; from then on the browser shows it. */
const PREPARING_MS = 4000;

/**
 * Downloads open in a new tab (spec §7); the cookie is all they need.
 * @param preparing what is said of one that takes a moment until its first byte
 */
export function startDownload(url: string, preparing?: string): void {
  window.open(url, "_blank", "noopener");
  if (preparing !== undefined) feedback.busy(preparing, PREPARING_MS);
}

/** Gives a text as a file, without asking anybody for it. */
export const saveText = (fileName: string, text: string, mime: string): void =>
  saveBlob(fileName, new Blob([text], { type: mime }));

export function saveBlob(fileName: string, blob: Blob): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
