/** A bullet or a number before a list item. Bullets of symbol fonts have no character, so they are U+FFFD. */
const MARKER = /^(?:[•◦▪▫■□●○‣⁃·–—*➢➤✓❖§\uFFFD-]|\(?\d{1,3}[.)]|\(?[a-z][.)]|\(?[ivx]{1,4}[.)])$/u;
/** A number before a paragraph, such as 2.1.3, or a bullet that is a letter in another font. */
const ITEM_NUMBER = /^(?:o|Ø|\d{1,2}(?:\.\d{1,2}){1,3}\.?|\[[^\]\s]{1,12}\]|\(?[A-Z][.)]|\(?[IVX]{1,5}[.)])$/u;

/** Whether a word is the marker of a list item. */
export const isListMarker = (text: string): boolean => MARKER.test(text);

/** Whether a word may number a paragraph. Values in tables look the same, so the text after it decides. */
export const isItemNumber = (text: string): boolean => isListMarker(text) || ITEM_NUMBER.test(text);
