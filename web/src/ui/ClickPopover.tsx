import { Popover, type PopoverProps } from "antd";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";

type Props = Pick<PopoverProps, "title" | "placement" | "open" | "onOpenChange" | "children"> & {
  content: ReactElement;
};

const CONTROLS = "a[href], button:enabled, input:enabled, [tabindex='0']";

/**
 * A popover with controls that a click opens. It is rendered at the end of the page, where Tab would arrive last. So, opened with the
 * keyboard, it takes the focus, and it returns the focus when it closes.
 */
export function ClickPopover({ open, onOpenChange, content, ...props }: Props): ReactElement {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const popup = useRef<HTMLDivElement>(null);
  const opener = useRef<Element>(null);
  const isOpenedByPointer = useRef(false);
  const change = (isOpen: boolean): void => {
    // A click with a pointer leaves the focus ring off. A key of the screen opens the popover without this call.
    isOpenedByPointer.current = isOpen && document.activeElement?.matches(":focus-visible") !== true;
    if (!isOpen && popup.current?.contains(document.activeElement) === true) focus(opener.current);
    setOwnOpen(isOpen);
    onOpenChange?.(isOpen);
  };
  const enter = (isOpen: boolean): void => {
    if (!isOpen || isOpenedByPointer.current) return;
    opener.current = document.activeElement;
    focus(popup.current?.querySelector("input:checked") ?? controlsOf(popup.current)[0] ?? popup.current);
  };
  const leave = (event: KeyboardEvent<HTMLDivElement>): void => {
    // A dialog that was opened from here is in this React tree, but not in this element.
    if (event.key !== "Tab" || !event.currentTarget.contains(event.target as Node)) return; // a key event's target is a node
    const controls = controlsOf(event.currentTarget);
    const last = event.shiftKey ? controls[0] : controls.at(-1);
    if (document.activeElement !== last && document.activeElement !== event.currentTarget) return;
    event.preventDefault();
    change(false);
  };
  return (
    <Popover
      {...props}
      trigger="click"
      open={open ?? isOwnOpen}
      onOpenChange={change}
      afterOpenChange={enter}
      content={
        // It only handles the Tab keys of its controls.
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
        <div ref={popup} tabIndex={-1} onKeyDown={leave}>
          {content}
        </div>
      }
    />
  );
}

/** The Tab stops: of the radio buttons of a group only one. */
function controlsOf(popup: Element | null): Element[] {
  const all = [...(popup?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];
  return all.filter((control) => {
    if (!(control instanceof HTMLInputElement) || control.type !== "radio" || control.checked) return true;
    return popup?.querySelector(`input[name="${CSS.escape(control.name)}"]:checked`) === null;
  });
}

const focus = (element: Element | null): void => {
  if (element instanceof HTMLElement) element.focus();
};
