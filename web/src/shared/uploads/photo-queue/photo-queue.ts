import { withBrowserLock } from "../../browser/with-browser-lock.ts";
import {
  type Connection,
  type PhotoEvent,
  type QueuedPhoto,
  type QueueStatus,
  isUnsent,
  nextToLeave,
  queueStatus,
} from "./queued-photo.ts";
import type { PhotoStore } from "./photo-store.ts";
import type { PhotoDelivery } from "./deliver-photo.ts";

/** Between two tries of a server that cannot be reached. */
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;

/** What it needs of the world. */
export type PhotoQueueDependencies = {
  store: Promise<PhotoStore>;
  send: (photo: QueuedPhoto, bytes: Blob) => Promise<PhotoDelivery>;
  /** Whether the session is still this person's; null when the server cannot be asked. */
  isTheirs: () => Promise<boolean | null>;
  /** The server has one more, as which image. */
  onSent: (photo: QueuedPhoto) => void;
};

/** What the screen draws from; the same object until it changes. */
export type PhotoQueueView = {
  photos: readonly QueuedPhoto[];
  connection: Connection;
  words: QueueStatus;
  isDurable: boolean;
  isLoaded: boolean;
};

/**
 * One person's photos of all events: on the device's disk at once, from there to the server one after the other, by one tab at a time.
 * It outlives the screens; what is in it survives everything but clearing the browser's data.
 */
export class PhotoQueue {
  readonly userSid: string;
  readonly #ways: PhotoQueueDependencies;
  readonly #listeners = new Set<() => void>();
  readonly #channel: BroadcastChannel;
  #photos: readonly QueuedPhoto[] = [];
  #connection: Connection = "online";
  #sentInARow = 0;
  #isOpen = 0;
  #isRunning = false;
  #wantsRun = false;
  #leaving: string | null = null;
  #waitMs = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #view: PhotoQueueView | null = null;
  #isDurable = true;
  #isLoaded = false;

  constructor(userSid: string, ways: PhotoQueueDependencies) {
    this.userSid = userSid;
    this.#ways = ways;
    this.#channel = new BroadcastChannel(`precount-photos-${userSid}`);
    this.#channel.addEventListener("message", () => void this.#reload().then(() => this.#run()));
  }

  /** Sends until the returned function is called; also what was taken before the browser was closed. */
  open(): () => void {
    this.#isOpen += 1;
    const hurry = (): void => this.resume();
    const onOffline = (): void => this.#setConnection("offline");
    const onStorage = ({ key, newValue }: StorageEvent): void => {
      if (key === "session" && newValue !== null) this.resume();
    };
    addEventListener("online", hurry);
    addEventListener("offline", onOffline);
    addEventListener("storage", onStorage);
    document.addEventListener("visibilitychange", hurry);
    void this.#reload().then(hurry);
    return () => {
      this.#isOpen -= 1;
      if (this.#isOpen === 0) clearTimeout(this.#timer);
      removeEventListener("online", hurry);
      removeEventListener("offline", onOffline);
      removeEventListener("storage", onStorage);
      document.removeEventListener("visibilitychange", hurry);
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): PhotoQueueView => {
    this.#view ??= {
      photos: this.#photos,
      connection: this.#connection,
      words: queueStatus(this.#photos, this.#connection, this.#sentInARow),
      isDurable: this.#isDurable,
      isLoaded: this.#isLoaded,
    };
    return this.#view;
  };

  /** @throws where the disk is full: the shot is still in its caller's hands */
  async add(photo: QueuedPhoto, bytes: Blob, thumb: Blob | null): Promise<void> {
    await (await this.#ways.store).add(photo, bytes, thumb);
    await this.#changed();
  }

  /** A person's word on one. */
  async say(key: string, event: PhotoEvent): Promise<void> {
    await (await this.#ways.store).change(key, event);
    await this.#changed();
  }

  /** Nobody wants it. False when it is on its way already, or there: then it cannot be taken back. */
  async remove(key: string): Promise<boolean> {
    if (key === this.#leaving) return false;
    const isGone = await (await this.#ways.store).remove(key);
    await this.#changed();
    return isGone;
  }

  readonly bytes = async (key: string): Promise<Blob | null> => (await this.#ways.store).bytes(key);
  readonly thumb = async (key: string): Promise<Blob | null> => (await this.#ways.store).thumb(key);

  /** Tries at once, whatever it waits for. */
  resume(): void {
    this.#setConnection(navigator.onLine ? "online" : "offline");
    this.#waitMs = FIRST_WAIT_MS;
    void this.#run();
  }

  async #reload(): Promise<void> {
    const store = await this.#ways.store;
    this.#isDurable = store.isDurable;
    this.#photos = await store.list(this.userSid);
    this.#isLoaded = true;
    this.#emit();
  }

  async #changed(): Promise<void> {
    await this.#reload();
    // A channel is of one origin; only windows need a target.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    this.#channel.postMessage("changed");
    void this.#run();
  }

  async #run(): Promise<void> {
    this.#wantsRun = true;
    if (this.#isRunning || this.#isOpen === 0 || this.#connection === "signed-out") return;
    this.#isRunning = true;
    clearTimeout(this.#timer);
    while (this.#wantsRun) {
      this.#wantsRun = false;
      if (this.#photos.some(({ state }) => state === "waiting"))
        await withBrowserLock(`precount-photos-${this.userSid}`, () => this.#drain());
    }
    this.#isRunning = false;
  }

  async #drain(): Promise<void> {
    const store = await this.#ways.store;
    while (this.#isOpen > 0) {
      // The store knows: other tabs write there too.
      const { photo, waitMs } = nextToLeave(await store.list(this.userSid), Date.now());
      if (waitMs !== null) this.#timer = setTimeout(() => void this.#run(), waitMs);
      if (!photo) return;
      this.#leaving = photo.key;
      const bytes = await store.bytes(photo.key);
      const verdict = bytes ? await this.#send(photo, bytes) : GONE;
      this.#leaving = null;
      if (!(await this.#settle(store, photo, verdict))) return;
    }
  }

  /** Whoever signed in since on the same device does not send it in their name. */
  async #send(photo: QueuedPhoto, bytes: Blob): Promise<PhotoDelivery> {
    const isTheirs = await this.#ways.isTheirs();
    if (isTheirs === null) return { is: "unreachable" };
    return isTheirs ? this.#ways.send(photo, bytes) : { is: "signed-out" };
  }

  /** False when there is no use in sending another one now. */
  async #settle(store: PhotoStore, photo: QueuedPhoto, verdict: PhotoDelivery): Promise<boolean> {
    switch (verdict.is) {
      case "unreachable":
        this.#setConnection("offline");
        this.#timer = setTimeout(() => void this.#run(), this.#waitMs);
        this.#waitMs = Math.min(this.#waitMs * 2, LONGEST_WAIT_MS);
        return false;
      case "signed-out":
        this.#setConnection("signed-out");
        return false;
      case "sent":
      case "refused":
      default: {
        const { is: type, ...rest } = verdict;
        const now = await store.change(photo.key, { type, ...rest } as PhotoEvent);
        this.#waitMs = FIRST_WAIT_MS;
        this.#connection = "online";
        this.#sentInARow += type === "sent" ? 1 : 0;
        await this.#reload();
        if (!this.#photos.some(({ state }) => state === "waiting")) this.#sentInARow = 0;
        if (now?.state === "sent") this.#ways.onSent(now);
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- as above
        this.#channel.postMessage("changed");
        return true;
      }
    }
  }

  #setConnection(connection: Connection): void {
    if (connection === this.#connection) return;
    this.#connection = connection;
    this.#emit();
  }

  #emit(): void {
    this.#view = null;
    for (const listener of this.#listeners) listener();
  }
}

const GONE: PhotoDelivery = { is: "refused", message: "Its bytes are no longer on this device." };

/** Whether closing the page now would lose something. */
export const wouldLose = ({ photos, isDurable }: PhotoQueueView): boolean => !isDurable && photos.some(isUnsent);
