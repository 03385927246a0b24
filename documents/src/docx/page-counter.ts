/**
 * The page that is being read. Word lays out a document when it opens it. The file contains manual page breaks and, if Word saved
 * it, the page breaks of the last layout. Without either, everything is on page 1.
 */
export class PageCounter {
  current = 1;
  /** Whether the page is still empty. */
  #isFresh = true;

  /** Marks the page as not empty. */
  touch(): void {
    this.#isFresh = false;
  }

  /** Starts a new page at a manual break, which may leave a page empty. */
  breakHere(): void {
    this.current += 1;
    this.#isFresh = true;
  }

  /** Starts a new page at a break of the last layout, unless a manual break just did. */
  breakUnlessFresh(): void {
    if (!this.#isFresh) this.breakHere();
  }

  /** Jumps to the page where a table row starts or ends, because its cells are side by side. */
  goTo(page: number): void {
    if (page === this.current) return;
    this.current = page;
    this.#isFresh = false;
  }
}
