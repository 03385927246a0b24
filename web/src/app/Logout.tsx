import type { ReactElement } from "react";
import { LogoutScreen } from "../features/account/sign-in/LogoutScreen.tsx";
import { countUnsavedAnswers } from "../features/event/blind-count/answers/answer-store.ts";
import { countUnsavedEdits } from "../features/event/review/saving/work-store.ts";

/** The logout screen with the numbers of what the review and the blind count store in this browser. */
export const Logout = (): ReactElement => <LogoutScreen countUnsavedWork={countUnsavedWork} />;

async function countUnsavedWork(): Promise<{ edits: number; answers: number }> {
  const [edits, answers] = await Promise.all([countUnsavedEdits(), countUnsavedAnswers()]);
  return { edits, answers };
}
