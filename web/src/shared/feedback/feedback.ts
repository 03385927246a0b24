type Feedback = {
  success: (text: string) => void;
  warning: (text: string) => void;
  error: (text: string) => void;
  /** That something is on its way, until the returned function is called or, with a duration, until that is over. */
  busy: (text: string, durationMs?: number) => () => void;
  /** In a corner, where it stays until it was read: `durationMs` or a click. */
  notice: (kind: "success" | "warning" | "error", title: string, text: string | null, durationMs: number) => void;
  /** The server no longer knows the session. */
  signedOut: () => void;
};

/**
 * Toasts and the way out, for code that is no component. The app hangs its own in at start: Ant Design's
 * messages need a place in the tree, and the router is made after the query client.
 */
export const feedback: Feedback = {
  success: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  busy: () => () => undefined,
  notice: () => undefined,
  signedOut: () => undefined,
};
