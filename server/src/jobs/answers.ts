import { z } from "zod";
import type { Queryable } from "../db/connect.ts";
import { sql } from "../db/drizzle.ts";
import { type Listening, parsePayload } from "../db/listening.ts";

/** The PostgreSQL channel on which workers answer what a person waits for. A payload holds at most 8000 bytes. */
const ANSWER_CHANNEL = "precount_answer";

const answerSchema = z.object({
  /** Which question it is the answer to. */
  question: z.string(),
  outcome: z.union([
    z.object({ ok: z.literal(true), value: z.unknown() }),
    /** In words for a person. */
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
});
export type Answer = z.infer<typeof answerSchema>["outcome"];

/** Answers of workers, handed to whoever waits for them in this process; nobody else keeps them. */
export class Answers {
  readonly #waiting = new Map<string, (answer: Answer) => void>();

  constructor(listening: Listening) {
    listening.on(ANSWER_CHANNEL, (payload) => {
      const { data } = answerSchema.safeParse(parsePayload(payload));
      if (data) this.#waiting.get(data.question)?.(data.outcome);
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
}

/** The worker's side. */
export async function sendAnswer(db: Queryable, question: string, outcome: Answer): Promise<void> {
  await db.execute(sql`select pg_notify(${ANSWER_CHANNEL}, ${JSON.stringify({ question, outcome })})`);
}
