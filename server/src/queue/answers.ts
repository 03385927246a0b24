import { z } from "zod";
import { fetchAnswer, keepAnswer } from "../db/job-answers.ts";
import type { Database, Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import type { Listening } from "../db/listening.ts";
import type { JobEnd } from "../jobs/context.ts";

/** The PostgreSQL channel on which workers say that there is an answer. A payload holds at most 8000 bytes, so it is no more than that. */
const ANSWER_CHANNEL = "precount_answer";

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  /** In words for a person. */
  z.object({ ok: z.literal(false), reason: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** Answers of workers, handed to whoever waits for them in this process; nobody else keeps them for long. */
export class Answers {
  readonly #db: Database;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(listening: Listening, db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
    listening.on(ANSWER_CHANNEL, (question) => void this.#fetch(question));
    // An answer may have come while nobody listened.
    listening.onResync(() => {
      for (const question of this.#waiting.keys()) void this.#fetch(question);
    });
  }

  /** How many wait in this process. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** To be called before the question is put, or its answer might come first. `stop` when nobody waits any more. */
  expect(question: string): { promise: Promise<Answer>; stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(question, resolve);
    return { promise, stop: () => void this.#waiting.delete(question) };
  }

  async #fetch(question: string): Promise<void> {
    const resolve = this.#waiting.get(question);
    if (!resolve) return; // of another process
    try {
      const text = await fetchAnswer(this.#db, question);
      if (text !== null) resolve(answerSchema.parse(JSON.parse(text)));
    } catch (error) {
      this.#onError(error); // then the wait ends by itself
    }
  }
}

/** What a worker has to say, and for its own records, what went wrong. */
export type WorkersAnswer = Answer & { error?: unknown };

/** The worker's side: what is too large to be sent at once is an answer that says so. Gives how the job ended. */
export async function sendAnswer(
  db: Database,
  question: string,
  { error, ...outcome }: WorkersAnswer,
): Promise<JobEnd> {
  const text = JSON.stringify(outcome);
  const isTooLarge = text.length > MAX_ANSWER_LENGTH;
  await db.transaction(async (tx: Queryable) => {
    await keepAnswer(tx, question, isTooLarge ? JSON.stringify(TOO_LARGE) : text);
    await tx.execute(sql`select pg_notify(${ANSWER_CHANNEL}, ${question})`);
  });
  return outcome.ok && !isTooLarge ? { outcome: "done" } : { outcome: "failed", error };
}

const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;
const TOO_LARGE: Answer = {
  ok: false,
  reason: "There is more in it than can be shown at once. Please send a part of it.",
};
