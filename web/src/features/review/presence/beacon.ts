import { type Hand, PRESENCE_BEAT_MS } from "@precount/domain";
import { client } from "../../../lib/trpc.ts";
import { newKey } from "../../../lib/new-key.ts";

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
  #hand: Hand | null = null;
  #isHere = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sent: Promise<unknown> = Promise.resolve();

  constructor(imageSid: string) {
    this.#imageSid = imageSid;
  }

  /** Begins; the returned function ends it. */
  open(): () => void {
    const follow = (): void => (document.visibilityState === "visible" ? this.#come() : this.#leave());
    const beat = setInterval(() => this.#isHere && this.#say(), PRESENCE_BEAT_MS);
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

  hold(hand: Hand | null): void {
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
    this.#send(() => client.live.beHere.mutate(said));
  }

  #leave(): void {
    this.#calm();
    if (!this.#isHere) return;
    this.#isHere = false;
    this.#send(() => client.live.leave.mutate({ imageSid: this.#imageSid, tab: TAB }));
  }

  /** One after the other: that one is here may not come after that one left. */
  #send(say: () => Promise<unknown>): void {
    this.#sent = this.#sent.then(say).catch(() => undefined);
  }

  #calm(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
