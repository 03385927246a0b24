import { BorderOuterOutlined, ColumnHeightOutlined, SelectOutlined } from "@ant-design/icons";
import type { Tool } from "@precount/annotator";
import { type Tools, useStore } from "@precount/annotator/react";
import type { MouseEvent, ReactElement, ReactNode } from "react";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./ToolButtons.module.css";

type Props = {
  tools: Tools;
  /** Why nothing can be drawn; null when it can. */
  editReason: string | null;
};

type Button = { tool: Tool; name: string; word: string; key: string; icon: ReactNode; does: string };

const BUTTONS: readonly Button[] = [
  {
    tool: "select",
    name: "Select",
    word: "Select",
    key: "V",
    icon: <SelectOutlined />,
    does: "Choose a label. Drag the chosen one, its handles or its knob; arrows move it, [ and ] turn it, Enter goes to its code, Delete discards it",
  },
  {
    tool: "sticker",
    name: "Draw Sticker",
    word: "Sticker",
    key: "S",
    icon: <BorderOuterOutlined />,
    does: "Draw a sticker; a click makes one of the usual size",
  },
  {
    tool: "shelf",
    name: "Draw Shelf",
    word: "Shelf",
    key: "H",
    icon: <ColumnHeightOutlined />,
    does: "Draw a shelf over the photo's width",
  },
];

/** What a press on the photo means: choose, or draw. */
export function ToolButtons({ tools, editReason }: Props): ReactElement {
  const chosen = useStore(tools.store, (state) => state.tool);
  const choose = (tool: Tool, event: MouseEvent): void => {
    // Pressed by a key when it is chosen already (such a click has no count): there is no pointer to draw with.
    if (tool === chosen && tool !== "select" && event.detail === 0) tools.send({ type: "enter" });
    else tools.send({ type: "tool", tool });
  };
  return (
    <>
      {BUTTONS.map(({ tool, name, word, key, icon, does }) => (
        <ReasonButton
          key={tool}
          type="text"
          className={[styles["tool"], tool === chosen ? styles["chosen"] : ""].filter(Boolean).join(" ")}
          icon={icon}
          aria-label={name}
          aria-pressed={tool === chosen}
          aria-keyshortcuts={key}
          reason={tool === "select" ? null : editReason}
          hint={`${does} (${key})`}
          onClick={(event) => choose(tool, event)}
        >
          <span className={styles["word"]}>{word}</span>
        </ReasonButton>
      ))}
    </>
  );
}
