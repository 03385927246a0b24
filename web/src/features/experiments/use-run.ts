import { MESSAGES } from "@precount/domain";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import {
  type FormSending,
  redirectIfSignedOut,
  tryParseJson,
  formErrorText,
  sendForm,
} from "../../shared/uploads/send-form.ts";

type Failure = { message: string; hint: string | null };

/** A quick test: at most one is under way, and what the last one gave stays until the next one has. */
export type Run<Asked, Answer> = {
  /** Since when (milliseconds since 1970), and how much of the file has left, 0–1. */
  running: { since: number; share: number } | null;
  failure: Failure | null;
  /** With what was asked for it. */
  last: { asked: Asked; answer: Answer } | null;
  start: (form: FormData, asked: Asked) => void;
  cancel: () => void;
  /** What went wrong no longer holds: something else is to be asked. */
  forget: () => void;
};

type State<Asked, Answer> = Pick<Run<Asked, Answer>, "running" | "failure" | "last">;

const LOST: Failure = { message: MESSAGES.serverError, hint: "No answer came. Check the connection and try again." };

/** @param onDone hears of each answer, once */
export function useRun<Asked, Answer>(
  address: string,
  schema: z.ZodType<Answer>,
  onDone: (answer: Answer) => void,
): Run<Asked, Answer> {
  const [state, setState] = useState<State<Asked, Answer>>({ running: null, failure: null, last: null });
  const sending = useRef<FormSending | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const finish = (changes: Partial<State<Asked, Answer>>): void =>
    setState((now) => ({ ...now, running: null, ...changes }));

  const run = async (form: FormData, asked: Asked): Promise<void> => {
    const since = Date.now();
    setState((now) => ({ ...now, failure: null, running: { since, share: 0 } }));
    sending.current = sendForm(address, form, (share) =>
      setState((now) => (now.running ? { ...now, running: { since, share } } : now)),
    );
    const outcome = await sending.current.outcome;
    sending.current = null;
    if (outcome.kind === "lost") return finish({ failure: LOST });
    if (outcome.kind === "aborted" || redirectIfSignedOut(outcome.status)) return finish({});
    if (outcome.status !== 200) return finish({ failure: { message: formErrorText(outcome.text), hint: null } });
    const answer = schema.safeParse(tryParseJson(outcome.text));
    if (!answer.success) return finish({ failure: { message: MESSAGES.serverError, hint: null } });
    finish({ last: { asked, answer: answer.data } });
    return onDone(answer.data);
  };
  return {
    ...state,
    start: (form, asked) => {
      // A second click comes before the button knows of the first.
      if (sending.current === null) void run(form, asked);
    },
    cancel: () => sending.current?.abort(),
    forget: () => setState((now) => (now.failure === null ? now : { ...now, failure: null })),
  };
}
