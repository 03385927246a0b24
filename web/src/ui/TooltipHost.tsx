import { Tooltip } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { isTouching } from "../shared/browser/pointer.ts";

/** What is hinted at, and where it was then, in CSS pixels of the window. */
type TooltipTarget = { element: Element; title: string; box: DOMRect };

/** Milliseconds: who only passes by with the pointer is told nothing, who goes over to the words keeps them. */
const DELAY_MS = 100;
const ID = "hint";
/** Above dialogs, and what is unfolded in them. */
const TOOLTIP_Z_INDEX = 1400;

/** The page's one tooltip: see `Hint`. */
export function TooltipHost(): ReactElement | null {
  const [hinted, setHinted] = useState<TooltipTarget | null>(null);
  useEffect(() => watchTooltipTargets(setHinted), []);
  useEffect(() => (hinted ? describe(hinted, setHinted) : undefined), [hinted]);
  if (!hinted) return null;
  const { left, top, width, height } = hinted.box;
  return (
    <Tooltip key={`${left} ${top}`} open title={hinted.title} id={ID} zIndex={TOOLTIP_Z_INDEX}>
      <span aria-hidden style={{ position: "fixed", left, top, width, height, pointerEvents: "none" }} />
    </Tooltip>
  );
}

/** Tells what the pointer stays on, or a key has come to; null when it has left. Returns how to stop. */
function watchTooltipTargets(tell: (hinted: TooltipTarget | null) => void): () => void {
  let shown: TooltipTarget | null = null;
  let wanted: Element | null = null;
  let timer = 0;
  const show = (element: Element | null): void => {
    wanted = element;
    clearTimeout(timer);
    if (wanted === (shown?.element ?? null)) return;
    timer = window.setTimeout(() => {
      // What a key came to may have lost its reason by now.
      shown = wanted?.matches(":hover, [data-hint-must]") === true ? tooltipTargetAt(wanted) : null;
      tell(shown);
    }, DELAY_MS);
  };
  const hide = (): void => {
    clearTimeout(timer);
    wanted = null;
    if (shown) tell(null);
    shown = null;
  };
  const stopper = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(type, listener, { capture: true, passive: true, signal: stopper.signal });
  const point = (target: EventTarget | null | undefined): void => {
    if (!(target instanceof Element) || target.closest(`#${ID}`)) return clearTimeout(timer);
    const element = target.closest("[data-hint]");
    show(element?.matches("[data-hint-must]") || !isTouching() ? element : null);
  };
  on("pointerover", ({ target }) => point(target));
  on("pointerout", ({ relatedTarget }) => {
    if (relatedTarget === null && !isTouching()) show(null); // out of the window
  });
  const reach = (target: EventTarget | null): void => {
    if (target instanceof Element && target.matches("[data-hint-must]:focus-visible")) show(target);
  };
  on("focusin", ({ target }) => reach(target));
  on("focusout", ({ target }) => {
    if (target === shown?.element || target === wanted) show(null);
  });
  on("keydown", ({ key }) => {
    if (key === "Escape") hide();
  });
  // What led here is past.
  point([...document.querySelectorAll(":hover")].at(-1));
  reach(document.activeElement);
  // It would stay where it was when what it speaks of moves away. Much is scrolled that does not move that.
  on("scroll", () => {
    const now = shown?.element.getBoundingClientRect();
    if (now?.left !== shown?.box.left || now?.top !== shown?.box.top) hide();
  });
  return () => {
    clearTimeout(timer);
    stopper.abort();
  };
}

const tooltipTargetAt = (element: Element): TooltipTarget | null => {
  const title = element.getAttribute("data-hint");
  return title === null || !element.isConnected ? null : { element, title, box: element.getBoundingClientRect() };
};

/** Who hears the page hears the words with what they are about; and they change with it. */
function describe({ element }: TooltipTarget, tell: (hinted: TooltipTarget | null) => void): () => void {
  const before = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", before === null ? ID : `${before} ${ID}`);
  const changes = new MutationObserver(() => tell(tooltipTargetAt(element)));
  changes.observe(element, { attributeFilter: ["data-hint"] });
  return () => {
    changes.disconnect();
    if (before === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", before);
  };
}
