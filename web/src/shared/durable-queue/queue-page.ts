import { withBrowserLock } from "../browser/with-browser-lock.ts";

/** The page that a queue runs in; tests inject their own, with fake time. */
export interface QueuePage {
  isOnline(): boolean;
  nowMs(): number;
  reportError(error: unknown): void;
  /** Returns a function that cancels the timer. */
  setTimer(callback: () => void, delayMs: number): () => void;
  /** Runs `act` while no other tab holds the lock. */
  withLock(name: string, act: () => Promise<void>): Promise<void>;
  /** Returns a function that sends a message to the other tabs. */
  openChannel(name: string, onMessage: (message: unknown) => void): (message: unknown) => void;
  /** Returns a function that stops listening. */
  listen(listeners: { onResume: () => void; onOffline: () => void }): () => void;
}

export const browserPage: QueuePage = {
  isOnline: () => navigator.onLine,
  nowMs: () => Date.now(),
  // The listener for unexpected errors reports it.
  reportError: (error) => globalThis.reportError(error),
  setTimer: (callback, delayMs) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
  withLock: withBrowserLock,
  openChannel: (name, onMessage) => {
    const channel = new BroadcastChannel(name);
    channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => onMessage(data));
    // A channel has one origin; only windows need a target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    return (message) => channel.postMessage(message);
  },
  listen: ({ onResume, onOffline }) => {
    // A user signed in, in another tab.
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === "session" && newValue !== null) onResume();
    };
    addEventListener("online", onResume);
    addEventListener("offline", onOffline);
    addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", onResume);
    return () => {
      removeEventListener("online", onResume);
      removeEventListener("offline", onOffline);
      removeEventListener("storage", onStorage);
      document.removeEventListener("visibilitychange", onResume);
    };
  },
};
