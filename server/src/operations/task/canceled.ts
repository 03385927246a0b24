/** The reason that a task shows when it was canceled before a page was read. */
export const CANCELED_BEFORE_READING = "Canceled before a page was read. Press Retry to read it.";
