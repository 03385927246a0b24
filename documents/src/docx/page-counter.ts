/**
 * Which page is being read. Word lays a document out when it opens it; its file holds the breaks that a person made and,
 * when Word saved it, where pages ended at that time. Without either all is page 1.
 */
export class PageCounter {
  current = 1;
  /** Nothing stands on this page yet. */
  #isFresh = true;

  /** Something is shown here. */
  touch(): void {
    this.#isFresh = false;
  }

  /** A person's break, which may leave a page empty. */
  breakHere(): void {
    this.current += 1;
    this.#isFresh = true;
  }

  /** Word's own note of a page's end, or a break before something; beside a person's break it says the same once more. */
  breakUnlessFresh(): void {
    if (!this.#isFresh) this.breakHere();
  }

  /** Goes back to where a table's row began, or on to where it ended: its cells stand side by side. */
  goTo(page: number): void {
    if (page === this.current) return;
    this.current = page;
    this.#isFresh = false;
  }
}
