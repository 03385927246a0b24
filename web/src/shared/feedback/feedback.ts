type NoticeOptions = {
  /** Replaces the open notice with the same key. */
  key?: string;
  /** A button that closes the notice. */
  action?: { label: string; run: () => void } | null;
  /** `start`: over the left part of the window, where a photo can be covered for a moment; on a phone at the top. */
  place?: "start" | "end";
  onClose?: () => void;
};

type Feedback = {
  success: (text: string) => void;
  warning: (text: string) => void;
  error: (text: string) => void;
  /** A loading message, shown until the returned function is called or the duration is over. */
  busy: (text: string, durationMs?: number) => () => void;
  /** A notice in a corner of the window, shown for `durationMs` or until it is closed. */
  notice: (
    kind: "success" | "warning" | "error",
    title: string,
    text: string | null,
    durationMs: number,
    options?: NoticeOptions,
  ) => void;
  /** The session has ended: navigates to /logout. */
  signedOut: () => void;
  /** An admin requires a second factor: navigates to /second-factor. */
  mustAddFactor: () => void;
};

/**
 * Messages and sign-out for code outside of components. The app sets the functions at start, because Ant Design's messages need a
 * place in the component tree and the router is created after the query client.
 */
export const feedback: Feedback = {
  success: () => undefined,
  warning: () => undefined,
  error: () => undefined,
  busy: () => () => undefined,
  notice: () => undefined,
  signedOut: () => undefined,
  mustAddFactor: () => undefined,
};
