import { BorderOuterOutlined, ColumnHeightOutlined, SelectOutlined } from "@ant-design/icons";
import type { Tool } from "@precount/annotator";
import { type Tools, useStore } from "@precount/annotator/react";
import { type MouseEvent, type ReactElement, type ReactNode } from "react";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import type { ReviewKey } from "../keyboard/key-table.ts";
import { useAriaKeys, useKeyTooltip } from "../keyboard/review-keys.ts";
import styles from "./ToolButtons.module.css";

type Props = {
  tools: Tools;
  /** Why nothing can be drawn; null when it can. */
  editReason: string | null;
};

type ToolButton = { tool: Tool; action: ReviewKey; name: string; word: string; icon: ReactNode; does: string };

const BUTTONS: readonly ToolButton[] = [
  {
    tool: "select",
    name: "Select",
    word: "Select",
    action: "tool.select",
    icon: <SelectOutlined />,
    does: "Select a label; drag it, its handles or its rotation handle",
  },
  {
    tool: "sticker",
    name: "Draw Sticker",
    word: "Sticker",
    action: "tool.sticker",
    icon: <BorderOuterOutlined />,
    does: "Draw a sticker; a click makes one of the usual size",
  },
  {
    tool: "shelf",
    name: "Draw Shelf",
    word: "Shelf",
    action: "tool.shelf",
    icon: <ColumnHeightOutlined />,
    does: "Draw a shelf across the photo's width",
  },
];

/** The tools: select, or draw a sticker or a shelf. */
export function ToolButtons({ tools, editReason }: Props): ReactElement {
  const chosen = useStore(tools.store, (state) => state.tool);
  const choose = (tool: Tool, event: MouseEvent): void => {
    // The chosen tool pressed by a key, which gives a click without a count: adds a box, as there is no pointer to draw with.
    if (tool === chosen && tool !== "select" && event.detail === 0) tools.send({ type: "enter" });
    else tools.send({ type: "tool", tool });
  };
  return (
    <>
      {BUTTONS.map((button) => (
        <OneButton
          key={button.tool}
          {...button}
          isChosen={button.tool === chosen}
          reason={button.tool === "select" ? null : editReason}
          onChoose={choose}
        />
      ))}
    </>
  );
}

type OneProps = ToolButton & {
  isChosen: boolean;
  reason: string | null;
  onChoose: (tool: Tool, event: MouseEvent) => void;
};

function OneButton({ tool, action, name, word, icon, does, isChosen, reason, onChoose }: OneProps): ReactElement {
  return (
    <ReasonButton
      type="text"
      className={[styles["tool"], isChosen ? styles["chosen"] : ""].filter(Boolean).join(" ")}
      icon={icon}
      aria-label={name}
      aria-pressed={isChosen}
      aria-keyshortcuts={useAriaKeys(action)}
      reason={reason}
      tooltip={useKeyTooltip(action, does)}
      onClick={(event) => onChoose(tool, event)}
    >
      <span className={styles["word"]}>{word}</span>
    </ReasonButton>
  );
}
