import { MESSAGES, SUCCESS } from "@precount/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { type FormSending, redirectIfSignedOut, formErrorText, sendForm } from "../../../shared/uploads/send-form.ts";
import { trpc } from "../../../shared/api/trpc.ts";

type AddTask = {
  /** How much of the document has left, 0–1; null while nothing is sent. */
  share: number | null;
  /** Why the last try came to nothing, and what to do now. */
  failure: string | null;
  send: (eventId: string, file: File) => void;
  /** Ends what is on its way; the form stays as it is. */
  abort: () => void;
  forget: () => void;
};

const LOST = "The connection was lost. Press Process to send it again.";
/** A refusal in the server's words; one that only says the owner's again adds nothing to them. */
const hintOf = (message: string): string =>
  message === MESSAGES.taskFailed ? "Please try again in a moment." : message;

/** Sends a document as a new task of the event (spec §7). */
export function useAddTask(slug: string, onCreated: () => void): AddTask {
  const queryClient = useQueryClient();
  const [share, setShare] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const sending = useRef<FormSending | null>(null);
  useEffect(() => () => sending.current?.abort(), []);

  const run = async (eventId: string, file: File): Promise<void> => {
    setFailure(null);
    setShare(0);
    const form = new FormData();
    form.append("file", file, file.name);
    const address = `/api/tasks/eventId/${encodeURIComponent(eventId)}/projectId/${encodeURIComponent(slug)}/create`;
    sending.current = sendForm(address, form, setShare);
    const outcome = await sending.current.outcome;
    sending.current = null;
    setShare(null);
    if (outcome.kind === "lost") return setFailure(LOST);
    if (outcome.kind === "aborted" || redirectIfSignedOut(outcome.status)) return undefined;
    if (outcome.status >= 300) return setFailure(hintOf(formErrorText(outcome.text)));
    void queryClient.invalidateQueries({ queryKey: trpc.task.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.page.pathKey() });
    feedback.success(SUCCESS.taskCreated);
    return onCreated();
  };
  return {
    share,
    failure,
    send: (eventId, file) => {
      // A second click comes before the button knows of the first.
      if (sending.current === null) void run(eventId, file);
    },
    abort: () => sending.current?.abort(),
    forget: () => setFailure(null),
  };
}
