import { type EditFocus, PRESENCE_HEARTBEAT_MS } from "@precount/domain";
import { client } from "../../../../shared/api/trpc.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";

/** The id of this page, as a user can have several. */
export const TAB = newKey();
/** The focus changes with every arrow key. The others see the last change within this time. */
const THROTTLE_MS = 250;

/**
 * Tells the server that this page shows an image, while the page is visible. A lost message is replaced by the next
 * heartbeat. The server notices a closed page by the end of its live stream.
 */
export class PresenceBeacon {
  readonly #imageSid: string;
  #focus: EditFocus | null = null;
  #isPresent = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: (() => Promise<unknown>) | null = null;
  #isSending = false;

  constructor(imageSid: string) {
    this.#imageSid = imageSid;
  }

  /** Starts; the returned function stops. */
  open(): () => void {
    const follow = (): void => (document.visibilityState === "visible" ? this.#enter() : this.#leave());
    const heartbeat = setInterval(() => this.#isPresent && this.#sendFocus(), PRESENCE_HEARTBEAT_MS);
    document.addEventListener("visibilitychange", follow);
    follow();
    return () => {
      clearInterval(heartbeat);
      document.removeEventListener("visibilitychange", follow);
      this.#leave();
    };
  }

  /** Sends again: the server may have lost it. */
  readonly sendAgain = (): void => {
    if (this.#isPresent) this.#sendFocus();
  };

  /** Sets the selection to send; null clears it. */
  setFocus(focus: EditFocus | null): void {
    this.#focus = focus;
    if (this.#isPresent) this.#timer ??= setTimeout(() => this.#sendFocus(), THROTTLE_MS);
  }

  #enter(): void {
    if (this.#isPresent) return;
    this.#isPresent = true;
    this.#sendFocus();
  }

  #sendFocus(): void {
    this.#clearTimer();
    const message = { imageSid: this.#imageSid, tab: TAB, hand: this.#focus };
    void this.#send(() => client.live.beHere.mutate(message));
  }

  #leave(): void {
    this.#clearTimer();
    if (!this.#isPresent) return;
    this.#isPresent = false;
    void this.#send(() => client.live.leave.mutate({ imageSid: this.#imageSid, tab: TAB }));
  }

  /** One message at a time, or "present" could arrive after "left". Of several waiting messages only the last is sent. */
  async #send(message: () => Promise<unknown>): Promise<void> {
    this.#next = message;
    if (this.#isSending) return;
    this.#isSending = true;
    for (let next = this.#take(); next !== null; next = this.#take()) await next().catch(() => undefined);
    this.#isSending = false;
  }

  #take(): (() => Promise<unknown>) | null {
    const next = this.#next;
    this.#next = null;
    return next;
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
