import { z } from "zod";
import { consumeAnswer, storeAnswer } from "../db/jobs/job-answers.ts";
import type { Database, Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import type { NotificationListener } from "../db/notification-listener.ts";

/** The PostgreSQL channel for the ids of answered questions. The answers are in a table: a NOTIFY payload holds at most 8000 bytes. */
const ANSWER_CHANNEL = "precount_answer";

const answerSchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  /** `reason` is a message for a person. */
  z.object({ ok: z.literal(false), reason: z.string() }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** Hands the answers of workers to the calls of this process that wait for them. */
export class Answers {
  readonly #db: Database;
  readonly #waiting = new Map<string, (answer: Answer) => void>();
  readonly #onError: (error: unknown) => void;

  constructor(listening: NotificationListener, db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
    listening.on(ANSWER_CHANNEL, (question) => void this.#fetch(question));
    // An answer may have arrived while the connection was broken.
    listening.onResync(() => {
      for (const question of this.#waiting.keys()) void this.#fetch(question);
    });
  }

  /** The number of waiting calls in this process. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  /** Call it before the question is sent, or the answer could arrive first. Call `stop` when the wait is over. */
  expect(question: string): { promise: Promise<Answer>; stop: () => void } {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#waiting.set(question, resolve);
    return { promise, stop: () => void this.#waiting.delete(question) };
  }

  async #fetch(question: string): Promise<void> {
    const resolve = this.#waiting.get(question);
    if (!resolve) return; // Another process waits for it.
    try {
      const text = await consumeAnswer(this.#db, question);
      if (text !== null) resolve(answerSchema.parse(JSON.parse(text)));
    } catch (error) {
      this.#onError(error); // The caller then times out.
    }
  }
}

const MAX_ANSWER_LENGTH = 8 * 1024 * 1024;
const TOO_LARGE: Answer = {
  ok: false,
  reason: "The result is too large to show. Please send a part of the file.",
};

/** Stores a worker's answer and notifies the waiting process. False when it was too large and was replaced by a failure. */
export async function sendAnswer(db: Database, question: string, answer: Answer): Promise<boolean> {
  const text = JSON.stringify(answer);
  const isTooLarge = text.length > MAX_ANSWER_LENGTH;
  await db.transaction(async (tx: Queryable) => {
    await storeAnswer(tx, question, isTooLarge ? JSON.stringify(TOO_LARGE) : text);
    await tx.execute(sql`select pg_notify(${ANSWER_CHANNEL}, ${question})`);
  });
  return !isTooLarge;
}
