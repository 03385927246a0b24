import { feedback } from "./feedback.ts";

/** Into the clipboard, and says so; without HTTPS browsers have none for us, which is said too. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    feedback.success("Copied");
  } catch {
    feedback.error("The browser did not let it be copied.");
  }
}
