import { MESSAGES } from "@precount/domain";
import { errorMessage } from "../../../../shared/api/errors.ts";
import { feedback } from "../../../../shared/feedback/feedback.ts";

const NOTICE_MS = 10_000;

/**
 * Shows why a detection was not run, selected or created. The specification wants a notification with this title (spec §8). It covers a
 * part of the photo, so that the action can be repeated.
 */
export const showDetectionError = (error: unknown): void =>
  feedback.notice("error", MESSAGES.errorTitle, errorMessage(error), NOTICE_MS, {
    key: "detection-error",
    place: "start",
  });
