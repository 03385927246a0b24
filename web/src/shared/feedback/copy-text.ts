import { feedback } from "./feedback.ts";

/** Copies a text to the clipboard and shows the result. Browsers allow it only over HTTPS. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    feedback.success("Copied");
  } catch {
    feedback.error("The text could not be copied. Copying needs an HTTPS connection.");
  }
}
