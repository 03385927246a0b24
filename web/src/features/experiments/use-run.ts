import { MESSAGES } from "@precount/domain";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import {
  type FormSending,
  redirectIfSignedOut,
  tryParseJson,
  formErrorText,
  sendKeptForm,
} from "../../shared/uploads/send-form.ts";

type Failure = { message: string; hint: string | null };

/** The state of a test. Only one runs at a time, and the last response stays until the next one arrives. */
export type Run<Input, Output> = {
  /** The start time (ms since 1970) and the uploaded share of the file, 0–1. */
  running: { since: number; share: number } | null;
  failure: Failure | null;
  /** The last response with its request. */
  last: { input: Input; response: Output } | null;
  start: (form: FormData, input: Input) => void;
  cancel: () => void;
  /** Hides the last failure, because the form has changed. */
  clearFailure: () => void;
};

type State<Input, Output> = Pick<Run<Input, Output>, "running" | "failure" | "last">;

const LOST: Failure = {
  message: MESSAGES.serverError,
  hint: "The server did not answer. Check the connection and try again.",
};

/** @param onDone called once per response */
export function useRun<Input, Output>(
  url: string,
  schema: z.ZodType<Output>,
  onDone: (response: Output) => void,
): Run<Input, Output> {
  const [state, setState] = useState<State<Input, Output>>({ running: null, failure: null, last: null });
  const sending = useRef<FormSending | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const finish = (changes: Partial<State<Input, Output>>): void =>
    setState((now) => ({ ...now, running: null, ...changes }));

  const run = async (form: FormData, input: Input): Promise<void> => {
    const since = Date.now();
    setState((now) => ({ ...now, failure: null, running: { since, share: 0 } }));
    sending.current = sendKeptForm(url, form, (share) =>
      setState((now) => (now.running ? { ...now, running: { since, share } } : now)),
    );
    const outcome = await sending.current.outcome;
    sending.current = null;
    if (outcome.kind === "lost") return finish({ failure: LOST });
    if (outcome.kind === "aborted" || redirectIfSignedOut(outcome.status)) return finish({});
    if (outcome.status !== 200) return finish({ failure: { message: formErrorText(outcome.text), hint: null } });
    const response = schema.safeParse(tryParseJson(outcome.text));
    if (!response.success) return finish({ failure: { message: MESSAGES.serverError, hint: null } });
    finish({ last: { input, response: response.data } });
    return onDone(response.data);
  };
  return {
    ...state,
    start: (form, input) => {
      // A second click can arrive before the button is disabled.
      if (sending.current === null) void run(form, input);
    },
    cancel: () => sending.current?.abort(),
    clearFailure: () => setState((now) => (now.failure === null ? now : { ...now, failure: null })),
  };
}
