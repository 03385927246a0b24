/** What a queue needs of the page it runs in; tests inject their own, with fake time. */
export interface QueuePage {
    isOnline(): boolean;
    nowMs(): number;
    /** Returns a function that cancels the timer. */
    setTimer(callback: () => void, delayMs: number): () => void;
    /** Runs `act` while no other tab holds the lock. */
    withLock(name: string, act: () => Promise<void>): Promise<void>;
    /** Returns a function that sends a message to the other tabs. */
    openChannel(name: string, onMessage: (message: unknown) => void): (message: unknown) => void;
    /** Returns a function that stops listening. */
    listen(listeners: {
        onResume: () => void;
        onOffline: () => void;
    }): () => void;
}
export declare const browserPage: QueuePage;
