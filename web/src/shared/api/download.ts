import { feedback } from "../feedback/feedback.ts";
import { client } from "./trpc.ts";

/** The downloads of an event (spec §7). */
type EventDownload = "stats" | "labels-stats" | "images" | "areas/gaps";
export type TableFormat = "csv" | "xlsx";
export const TABLE_FORMATS = ["csv", "xlsx"] as const satisfies readonly TableFormat[];

export function downloadUrl(slug: string, what: EventDownload, format?: TableFormat): string {
  const query = format ? `?format=${format}` : "";
  return `/api/projects/${encodeURIComponent(slug)}/${what}/download${query}`;
}

/** After this time users look at the new tab, which shows the download. */
const PREPARING_MS = 4000;

/**
 * Opens a download in a new tab (spec §7). The session cookie authorizes it.
 * @param preparing a message for downloads that take a moment to start
 */
export function startDownload(url: string, preparing?: string): void {
  window.open(url, "_blank", "noopener");
  if (preparing !== undefined) feedback.busy(preparing, PREPARING_MS);
}

/**
 * Starts a download from a form with a KeepInput: a new tab could only show that the session has ended, so the user signs in first, over
 * the form (PD-178). It opens no tab, because browsers block tabs that open long after the click.
 */
export async function startKeptDownload(url: string, preparing?: string): Promise<void> {
  await client.user.getAuthUser.query();
  save(url, "");
  if (preparing !== undefined) feedback.busy(preparing, PREPARING_MS);
}

/** Saves a text that exists in the browser as a file. */
export const saveText = (fileName: string, text: string, mime: string): void =>
  saveBlob(fileName, new Blob([text], { type: mime }));

export function saveBlob(fileName: string, blob: Blob): void {
  const objectUrl = URL.createObjectURL(blob);
  save(objectUrl, fileName);
  URL.revokeObjectURL(objectUrl);
}

/** @param fileName empty: the server's answer names the file */
function save(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}
