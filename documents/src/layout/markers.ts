/** What an item of a list begins with. */
const MARKER = /^(?:[•◦▪▫■□●○‣⁃·–—*➢➤✓-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}[.)])$/u;

export const isMarker = (text: string): boolean => MARKER.test(text);
