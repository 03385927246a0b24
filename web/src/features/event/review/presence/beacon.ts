import { type EditFocus, PRESENCE_HEARTBEAT_MS } from "@precount/domain";
import { client } from "../../../../shared/api/trpc.ts";
import { newKey } from "../../../../shared/browser/new-key.ts";

/** The page's own word for itself. */
export const TAB = newKey();
/** What is in hand changes with every arrow key; the others need not see each. */
const CALM_MS = 250;

/**
 * Says that this page shows an image, as long as it can be seen. What is not heard is said again with the next beat; that
 * the page is gone, the server sees by the end of its stream.
 */
export class Beacon {
  readonly #imageSid: string;
  #hand: EditFocus | null = null;
  #isHere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #next: (() => Promise<unknown>) | null = null;
  #isSending = false;

  constructor(imageSid: string) {
    this.#imageSid = imageSid;
  }

  /** Begins; the returned function ends it. */
  open(): () => void {
    const follow = (): void => (document.visibilityState === "visible" ? this.#come() : this.#leave());
    const beat = setInterval(() => this.#isHere && this.#say(), PRESENCE_HEARTBEAT_MS);
    document.addEventListener("visibilitychange", follow);
    follow();
    return () => {
      clearInterval(beat);
      document.removeEventListener("visibilitychange", follow);
      this.#leave();
    };
  }

  /** The server may have forgotten it. */
  readonly again = (): void => {
    if (this.#isHere) this.#say();
  };

  hold(hand: EditFocus | null): void {
    this.#hand = hand;
    if (this.#isHere) this.#timer ??= setTimeout(() => this.#say(), CALM_MS);
  }

  #come(): void {
    if (this.#isHere) return;
    this.#isHere = true;
    this.#say();
  }

  #say(): void {
    this.#calm();
    const said = { imageSid: this.#imageSid, tab: TAB, hand: this.#hand };
    void this.#send(() => client.live.beHere.mutate(said));
  }

  #leave(): void {
    this.#calm();
    if (!this.#isHere) return;
    this.#isHere = false;
    void this.#send(() => client.live.leave.mutate({ imageSid: this.#imageSid, tab: TAB }));
  }

  /** One after the other, or that one is here could come after that one left; of several that wait only the last is so. */
  async #send(say: () => Promise<unknown>): Promise<void> {
    this.#next = say;
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

  #calm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
