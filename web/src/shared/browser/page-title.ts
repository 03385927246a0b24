/** The page's title: in the tab, in the history and in print. */
const PRODUCT = "Precount";
let screenTitle = "";
let printTitle: string | null = null;

const show = (): void => {
  document.title = printTitle ?? (screenTitle === "" ? PRODUCT : `${screenTitle} – ${PRODUCT}`);
};

/** @param title of the current screen, most specific part first; '' for the product's name alone */
export function showScreenTitle(title: string): void {
  screenTitle = title;
  show();
}

/** Browsers use the title as the file name of a print and in its page headers. Null restores the screen's title. */
export function showPaperTitle(title: string | null): void {
  printTitle = title;
  show();
}
