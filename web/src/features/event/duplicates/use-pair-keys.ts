import { useEffect } from "react";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";

/** The keys of this screen. */
export type PairKeys = {
  "1": () => void;
  "2": () => void;
  "3": () => void;
  ArrowDown: () => void;
  ArrowUp: () => void;
};

const isKey = (key: string, keys: PairKeys): key is keyof PairKeys => Object.hasOwn(keys, key);

/** Whether the focused element needs the key itself. A switch needs the arrow keys only: the digits work after a click on it. */
function usesKey(target: HTMLElement, key: string): boolean {
  const isSwitch = target.matches("input[type=radio]");
  if (isSwitch && !key.startsWith("Arrow")) return target.closest("[role=dialog]") !== null;
  return target.closest("input, textarea, select, [role=menu], [role=dialog]") !== null;
}

/** Runs the action of a key, unless the user is typing or a menu is open. */
export function usePairKeys(keys: PairKeys): void {
  const handle = useStableCallback((event: KeyboardEvent): void => {
    const { key, target } = event;
    if (target instanceof HTMLElement && usesKey(target, key)) return;
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || !isKey(key, keys)) return;
    event.preventDefault();
    keys[key]();
  });
  useEffect(() => {
    addEventListener("keydown", handle);
    return () => removeEventListener("keydown", handle);
  }, [handle]);
}
