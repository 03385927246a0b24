/** What is the screen's own, without what stands around every screen. */
export const CONTENT_ID = "content";
