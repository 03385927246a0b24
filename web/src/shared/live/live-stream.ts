/** A stream that was refused (session ended, a proxy without its server) is asked for again after this. */
const REOPEN_MS = 5000;

/** What a part of the page wants to hear of an event, as the server tells it (server-sent events). */
export type EventStreamInterest = {
  /** Parameters of the stream that it needs, such as `areas`. */
  ask?: Readonly<Record<string, string>>;
  /** By the kind of message; its data is text from outside. */
  on: Readonly<Partial<Record<LiveKind, (data: string) => void>>>;
  /** The stream runs; `hasMissed` when something may have been missed since this part of the page joined. */
  onOpen: (hasMissed: boolean) => void;
  /** It broke, or could not be opened again. */
  onBreak?: () => void;
};
const LIVE_KINDS = ["change", "presence", "areas"] as const;
type LiveKind = (typeof LIVE_KINDS)[number];
/** A new stream begins with what changed in the last seconds, not in the last minutes. */
const REMEMBERED_MS = 10_000;

const streams = new Map<string, LiveStream>();

/** Hears of the event until the returned function is called; one stream serves all parts of the page, with what each asks for. */
export function joinEventStream(slug: string, interest: EventStreamInterest): () => void {
  const stream = streams.get(slug) ?? new LiveStream(slug, () => streams.delete(slug));
  streams.set(slug, stream);
  return stream.join(interest);
}

class LiveStream {
  readonly #slug: string;
  readonly #onEmpty: () => void;
  /** Whether a stream was opened since it joined (what is opened then follows a break), and when that was. */
  readonly #interests = new Map<EventStreamInterest, { wasOpen: boolean; at: number }>();
  #lastChange: { data: string; at: number } | undefined;
  #source: EventSource | undefined;
  #address = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isDue = false;

  constructor(slug: string, onEmpty: () => void) {
    this.#slug = slug;
    this.#onEmpty = onEmpty;
  }

  join(interest: EventStreamInterest): () => void {
    const joined = { wasOpen: false, at: Date.now() };
    this.#interests.set(interest, joined);
    this.#settle();
    return () => {
      this.#interests.delete(interest);
      this.#settle();
    };
  }

  /** Parts of a page come and go together; then it is looked at once which stream they need. */
  #settle(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => {
      this.#isDue = false;
      const address = this.#wanted();
      if (this.#interests.size === 0) {
        this.#close();
        this.#onEmpty();
      } else if (address !== this.#address) {
        this.#close();
        this.#address = address;
        this.#open();
      } else if (this.#source?.readyState === EventSource.OPEN) this.#opened();
    });
  }

  #wanted(): string {
    const ask = new URLSearchParams();
    for (const interest of this.#interests.keys())
      for (const [name, value] of Object.entries(interest.ask ?? {})) ask.set(name, value);
    ask.sort();
    const query = ask.size === 0 ? "" : `?${ask.toString()}`;
    return `/api/projects/${encodeURIComponent(this.#slug)}/events${query}`;
  }

  #close(): void {
    clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = undefined;
    this.#address = "";
  }

  #open(): void {
    const source = new EventSource(this.#address);
    this.#source = source;
    for (const kind of LIVE_KINDS)
      source.addEventListener(kind, ({ data }: MessageEvent<string>) => {
        if (kind === "change") this.#lastChange = { data, at: Date.now() };
        for (const { on } of this.#interests.keys()) on[kind]?.(data);
      });
    source.addEventListener("open", () => this.#opened(true));
    // The browser reconnects by itself after a broken line, but never after an answer that was no stream.
    source.addEventListener("error", () => {
      if (source !== this.#source) return;
      for (const { onBreak } of this.#interests.keys()) onBreak?.();
      if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.#open(), REOPEN_MS);
    });
  }

  /** @param isNew a stream was opened; else one that runs is told to who joined it, with what it told last */
  #opened(isNew = false): void {
    const last = this.#lastChange;
    for (const [interest, joined] of this.#interests) {
      const { wasOpen, at } = joined;
      joined.wasOpen = true;
      if (isNew || !wasOpen) interest.onOpen(wasOpen || Date.now() - at > REMEMBERED_MS);
      // What this part of the page shows may have been read before that.
      if (!isNew && !wasOpen && last && Date.now() - last.at <= REMEMBERED_MS) interest.on.change?.(last.data);
    }
  }
}
