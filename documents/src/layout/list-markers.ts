/** A bullet or a number before a list item. */
const MARKER = /^(?:[•◦▪▫■□●○‣⁃·–—*➢➤✓-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}[.)])$/u;

/** Whether a word is the marker of a list item. */
export const isListMarker = (text: string): boolean => MARKER.test(text);
