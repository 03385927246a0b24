import { Tooltip } from "antd";
import { type ReactElement, useEffect, useState } from "react";
import { isTouching } from "../shared/browser/pointer.ts";

/** An element with its tooltip and its bounding box when the tooltip opened, in CSS pixels of the viewport. */
type TooltipTarget = { element: Element; title: string; box: DOMRect };

/** Long enough that a passing pointer opens no tooltip and that a pointer can reach an open one. */
const DELAY_MS = 100;
const ID = "tooltip";
/** Above dialogs and the dropdowns in them. */
const TOOLTIP_Z_INDEX = 1400;

/** The page's only tooltip, see `WithTooltip`. */
export function TooltipHost(): ReactElement | null {
  const [target, setTarget] = useState<TooltipTarget | null>(null);
  useEffect(() => watchTooltipTargets(setTarget), []);
  useEffect(() => (target ? describe(target, setTarget) : undefined), [target]);
  if (!target) return null;
  const { left, top, width, height } = target.box;
  return (
    <Tooltip key={`${left} ${top}`} open title={target.title} id={ID} zIndex={TOOLTIP_Z_INDEX}>
      <span aria-hidden style={{ position: "fixed", left, top, width, height, pointerEvents: "none" }} />
    </Tooltip>
  );
}

/** Reports the element that the pointer rests on or that has keyboard focus, null when it is left. Returns a function to stop. */
function watchTooltipTargets(report: (target: TooltipTarget | null) => void): () => void {
  let shown: TooltipTarget | null = null;
  let pending: Element | null = null;
  /** Pressed or closed by Escape: shown again only after the pointer has left it. */
  let dismissed: Element | null = null;
  let timer = 0;
  const show = (element: Element | null): void => {
    pending = element;
    clearTimeout(timer);
    if (pending === (shown?.element ?? null)) return;
    timer = window.setTimeout(() => {
      // A focused button may have been enabled during the delay and have no reason to show.
      shown = pending?.matches(":hover, [data-tooltip-on-touch]") === true ? tooltipTargetAt(pending) : null;
      report(shown);
    }, DELAY_MS);
  };
  const hide = (): void => {
    clearTimeout(timer);
    pending = null;
    if (shown) report(null);
    shown = null;
  };
  const dismiss = (element: Element | undefined): void => {
    if (!element) return;
    hide();
    dismissed = element;
  };
  const abort = new AbortController();
  const on = <K extends keyof DocumentEventMap>(type: K, listener: (event: DocumentEventMap[K]) => void): void =>
    document.addEventListener(type, listener, { capture: true, passive: true, signal: abort.signal });
  const point = (target: EventTarget | null | undefined): void => {
    if (!(target instanceof Element) || target.closest(`#${ID}`)) return clearTimeout(timer);
    const element = target.closest("[data-tooltip]");
    if (element !== null && element === dismissed) return;
    dismissed = null;
    show(element?.matches("[data-tooltip-on-touch]") || !isTouching() ? element : null);
  };
  on("pointerover", ({ target }) => point(target));
  on("pointerout", ({ relatedTarget }) => {
    if (relatedTarget === null && !isTouching()) show(null); // out of the window
  });
  const onFocus = (target: EventTarget | null): void => {
    if (target instanceof Element && target.matches("[data-tooltip-on-touch]:focus-visible")) show(target);
  };
  on("focusin", ({ target }) => onFocus(target));
  on("focusout", ({ target }) => {
    if (target === shown?.element || target === pending) show(null);
  });
  on("keydown", ({ key }) => {
    if (key === "Escape") dismiss(shown?.element);
  });
  // A tooltip below a pressed button covers what the user presses next, such as the photo after a drawing tool. Reasons stay.
  on("click", ({ target }) => {
    const element = target instanceof Element ? target.closest("[data-tooltip]") : null;
    if (element?.matches("[data-tooltip-on-touch]") === false) dismiss(element);
  });
  // The events that caused this component to load are over, so check the current state once.
  point([...document.querySelectorAll(":hover")].at(-1));
  onFocus(document.activeElement);
  // Hide the tooltip when its element moves. Scroll events of other containers do not move it.
  on("scroll", () => {
    const now = shown?.element.getBoundingClientRect();
    if (now?.left !== shown?.box.left || now?.top !== shown?.box.top) hide();
  });
  return () => {
    clearTimeout(timer);
    abort.abort();
  };
}

const tooltipTargetAt = (element: Element): TooltipTarget | null => {
  const title = element.getAttribute("data-tooltip");
  return title === null || !element.isConnected ? null : { element, title, box: element.getBoundingClientRect() };
};

/** Adds the tooltip to the element's accessible description and reports changes of its text. */
function describe({ element }: TooltipTarget, report: (target: TooltipTarget | null) => void): () => void {
  const before = element.getAttribute("aria-describedby");
  element.setAttribute("aria-describedby", before === null ? ID : `${before} ${ID}`);
  const changes = new MutationObserver(() => report(tooltipTargetAt(element)));
  changes.observe(element, { attributeFilter: ["data-tooltip"] });
  return () => {
    changes.disconnect();
    if (before === null) element.removeAttribute("aria-describedby");
    else element.setAttribute("aria-describedby", before);
  };
}
