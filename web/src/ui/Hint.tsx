import { Tooltip } from "antd";
import { type ReactElement, useState } from "react";
import { isTouching } from "../lib/pointer.ts";

type Props = {
  /** What it does and its key. */
  title: string;
  /** Also for a finger: a reason must be read, a hint would only stay open after the tap. */
  onTouch?: boolean;
  children: ReactElement;
};

/** A tooltip for whoever hovers. */
export function Hint({ title, onTouch = false, children }: Props): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <Tooltip
      title={title}
      open={isOpen && title !== ""}
      onOpenChange={(wanted) => setOpen(wanted && (onTouch || !isTouching()))}
    >
      {children}
    </Tooltip>
  );
}
