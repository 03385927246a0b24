import { Button, type ButtonProps, Dropdown, type MenuProps } from "antd";
import { type KeyboardEvent, type ReactElement, useRef, useState } from "react";
import { useDeferredOpen } from "../shared/react/use-deferred-open.ts";

type Props = Pick<ButtonProps, "type" | "icon" | "children" | "aria-label"> & {
  items: NonNullable<MenuProps["items"]>;
  onOpen?: () => void;
};

/**
 * An item is chosen on keydown. The browser would then press the element that got the focus meanwhile: the first button of the
 * dialog that the item opens.
 */
function preventKeyPress(event: KeyboardEvent): void {
  if (event.key === "Enter" && event.target instanceof Element && event.target.matches("[role=menuitem]"))
    event.preventDefault();
}

/** A button that opens a menu. Opened with the keyboard, the menu takes the focus; closed, it returns the focus to the button. */
export function MenuButton({ items, onOpen, ...button }: Props): ReactElement {
  const trigger = useRef<HTMLButtonElement>(null);
  const [isByKeyboard, setByKeyboard] = useState(false);
  const { open, onOpenChange } = useDeferredOpen(onOpen);
  const change = (isOpen: boolean): void => {
    // Before the item's dialog opens, which returns the focus to the element that had it.
    if (!isOpen && document.activeElement?.closest("[role=menu]")) trigger.current?.focus();
    onOpenChange(isOpen);
  };
  return (
    <Dropdown
      open={open}
      onOpenChange={change}
      menu={{ items, onKeyDown: preventKeyPress }}
      trigger={["click"]}
      placement="bottomRight"
      // A person who opens a menu with the keyboard continues in it.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus={isByKeyboard}
    >
      <Button
        ref={trigger}
        aria-haspopup="menu"
        {...button}
        onClick={(event) => {
          event.stopPropagation();
          // A click by a key has no click count.
          setByKeyboard(event.detail === 0);
        }}
      />
    </Dropdown>
  );
}
