import { useEffect } from "react";
import { Keymap } from "../../../../shared/keyboard/keymap.ts";
import type { KeyHandler } from "../../../../shared/keyboard/table.ts";
import { useKeyAria, useKeyHandlers, useKeyHint } from "../../../../shared/keyboard/use-keymap.ts";
import { storeKeys, storedKeys } from "../../../../shared/session/storage.ts";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";

/** The review's keys at work; one for the page, as there is one keyboard. */
export const reviewKeys = new Keymap<ReviewKey>(REVIEW_KEYS);

/** While mounted, these keys do that. */
export const useReviewKeys = (handlers: Partial<Record<ReviewKey, KeyHandler>>): void =>
  useKeyHandlers(reviewKeys, handlers);

/** A tooltip with the action's keys: 'Undo (Ctrl+Z)'. */
export const useHint = (id: ReviewKey, words: string): string => useKeyHint(reviewKeys, id, words);
export const useAriaKeys = (id: ReviewKey): string | undefined => useKeyAria(reviewKeys, id);

/** This person's keys, also when they are changed in another tab. */
export function usePersonalKeys(userSid: string): void {
  useEffect(() => {
    const load = (): void => reviewKeys.load(storedKeys(userSid), (text) => storeKeys(userSid, text));
    load();
    addEventListener("storage", load);
    return () => removeEventListener("storage", load);
  }, [userSid]);
}
