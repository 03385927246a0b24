import { type RefObject, useEffect, useRef } from "react";
import { actOf, isNudgeKey } from "../tools/keys.ts";
import { oneToOne, zoomAt } from "../viewport.ts";
import type { Tools } from "./use-tools.ts";
import type { ViewportControl } from "./use-viewport.ts";

type Options = {
  window: RefObject<HTMLElement | null>;
  tools: Tools;
  control: ViewportControl;
  /** Delete was pressed. */
  onDiscard: () => void;
};

/** The photo's keys. Tells whether the space bar is held, which makes any drag move the photo. */
export function useToolKeys({ window: windowRef, tools, control, onDiscard }: Options): RefObject<boolean> {
  const isSpaceHeld = useRef(false);
  const discard = useRef(onDiscard);
  useEffect(() => {
    discard.current = onDiscard;
  });
  useEffect(() => {
    const isOnPhoto = (target: EventTarget | null): boolean =>
      target === document.body || (target instanceof Node && windowRef.current?.contains(target) === true);
    const down = (event: KeyboardEvent): void => {
      const { key, target, altKey, metaKey, shiftKey, ctrlKey, defaultPrevented } = event;
      if (defaultPrevented || altKey || metaKey || isWanted(target)) return;
      // Shift with an arrow goes to another image (spec §2).
      if (shiftKey && key.startsWith("Arrow")) return;
      const here = isOnPhoto(target);
      if (key === " " && here) {
        isSpaceHeld.current = true;
        event.preventDefault();
        return;
      }
      const act = actOf({ key, isCoarse: ctrlKey }, here);
      if (!act) return;
      event.preventDefault();
      if ("tool" in act) tools.send(act.tool);
      else if ("discards" in act) discard.current();
      else if (act.zoom === "fit") control.fitPhoto();
      else zoomBy(control, act.zoom);
    };
    const up = ({ key }: KeyboardEvent): void => {
      if (key === " ") isSpaceHeld.current = false;
      if (isNudgeKey(key)) tools.send({ type: "release" });
    };
    // The key is let go in another window, where nobody hears of it.
    const blur = (): void => {
      isSpaceHeld.current = false;
      tools.send({ type: "release" });
    };
    addEventListener("keydown", down);
    addEventListener("keyup", up);
    addEventListener("blur", blur);
    return () => {
      removeEventListener("keydown", down);
      removeEventListener("keyup", up);
      removeEventListener("blur", blur);
    };
  }, [windowRef, tools, control]);
  return isSpaceHeld;
}

/** Zooms about the window's middle. */
export const zoomBy = (control: ViewportControl, factor: number | "one"): void =>
  control.change((now, photo, view) =>
    factor === "one"
      ? oneToOne(now, photo, view)
      : zoomAt(now, { x: view.width / 2, y: view.height / 2 }, factor, photo, view),
  );

/** Whether somebody types, or a menu or dialog has the keys. */
const isWanted = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest("input:not([type=checkbox]), textarea, select, [role=dialog], [role=menu], [role=listbox]") !==
      null);
