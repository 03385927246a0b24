import type { Locator } from "@playwright/test";

/** Drops files on an element, as a drag from the desktop ends. */
export async function dropFiles(
  target: Locator,
  files: readonly { name: string; mimeType: string; buffer: Buffer }[],
): Promise<void> {
  const contents = files.map(({ name, mimeType, buffer }) => ({ name, mimeType, base64: buffer.toString("base64") }));
  const dataTransfer = await target.page().evaluateHandle((dropped) => {
    const transfer = new DataTransfer();
    for (const { name, mimeType, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type: mimeType }));
    }
    return transfer;
  }, contents);
  for (const event of ["dragenter", "dragover", "drop"]) await target.dispatchEvent(event, { dataTransfer });
}
