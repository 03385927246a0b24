/** What the browser calls the page: in its tab, in its history, on paper. */
const PRODUCT = "Precount";
let ofScreen = "";
let ofPaper: string | null = null;

const show = (): void => {
  document.title = ofPaper ?? (ofScreen === "" ? PRODUCT : `${ofScreen} – ${PRODUCT}`);
};

/** @param title of the screen one is on, the narrowest first; '' where the product's name says it */
export function showScreenTitle(title: string): void {
  ofScreen = title;
  show();
}

/** Browsers name a printed file by the page's title, and write it over each sheet. */
export function showPaperTitle(title: string | null): void {
  ofPaper = title;
  show();
}
