/** The reason that a task shows when it was canceled before a page was read. */
export const CANCELED_BEFORE_READING = "Canceled before a page was read. Press Retry to read it.";

const CANCELED_TOO_LATE = "Canceled too late: the document was read to its end. Its results are kept.";

/**
 * The problems of a reading that a person canceled. The reader ends after the current page and says so. It does not if that was the last
 * page, nor for a Word document, which has no pages.
 */
export const withCancellation = (problems: readonly string[]): readonly string[] =>
  problems.some((problem) => problem.startsWith("Canceled ")) ? problems : [CANCELED_TOO_LATE, ...problems];
