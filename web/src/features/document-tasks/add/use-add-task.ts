import { MESSAGES, SUCCESS } from "@precount/domain";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { feedback } from "../../../shared/feedback/feedback.ts";
import {
  type FormSending,
  redirectIfSignedOut,
  formErrorText,
  sendKeptForm,
} from "../../../shared/uploads/send-form.ts";
import { trpc } from "../../../shared/api/trpc.ts";

type AddTask = {
  /** The uploaded share of the document, 0–1; null when nothing is being uploaded. */
  share: number | null;
  /** Why the last attempt failed, and what to do. */
  failure: string | null;
  send: (eventId: string, file: File) => void;
  /** Cancels the upload; the form keeps its values. */
  abort: () => void;
  clearFailure: () => void;
};

const LOST = "The connection was lost. Press Process to send it again.";
/** The server's message, or a general hint when it only repeats the dialog's title. */
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
    const url = `/api/tasks/eventId/${encodeURIComponent(eventId)}/projectId/${encodeURIComponent(slug)}/create`;
    sending.current = sendKeptForm(url, form, setShare);
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
      // A second click can arrive before the button is disabled.
      if (sending.current === null) void run(eventId, file);
    },
    abort: () => sending.current?.abort(),
    clearFailure: () => setFailure(null),
  };
}
