import { UndoOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import { type ReactElement, useState } from "react";
import { ReasonButton } from "../../../../../ui/ReasonButton.tsx";
import styles from "./Editor.module.css";
import { addLine, isInner, removeLine } from "./change-lines.ts";
import type { Axis, CutLines, SelectedLine } from "./cut-lines.ts";

type Props = {
  lines: CutLines | null;
  selected: SelectedLine | null;
  /** Whether the words of the page are loaded. */
  isReady: boolean;
  isSaving: boolean;
  onChange: (lines: CutLines | null) => void;
  /** Null when nothing is changed. */
  onUndo: (() => void) | null;
  onSelect: (line: SelectedLine | null) => void;
  onUseWholePage: () => void;
  onSave: () => void;
  /** Null for a new table. */
  onTurnIntoText: (() => void) | null;
  onCancel: () => void;
};

/** The buttons of the table editor. */
export function EditorTools({ lines, isReady, isSaving, onChange, onUseWholePage, ...actions }: Props): ReactElement {
  const { onUndo, onSelect, onSave, onTurnIntoText, onCancel } = actions;
  return (
    <>
      <div className={styles["tools"]}>
        {lines ? (
          <LineTools lines={lines} selected={actions.selected} onChange={onChange} onSelect={onSelect} />
        ) : (
          <Button disabled={!isReady} onClick={onUseWholePage}>
            Use the whole page
          </Button>
        )}
        <ReasonButton
          icon={<UndoOutlined />}
          title="Undo the last change of a line (Ctrl+Z)"
          reason={onUndo === null ? "No line is changed." : null}
          onClick={() => onUndo?.()}
        >
          Undo
        </ReasonButton>
        <span className="pc-grow" />
        {onTurnIntoText && (
          <Button disabled={isSaving} onClick={onTurnIntoText}>
            Turn into text
          </Button>
        )}
        <Button disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="primary" disabled={!isReady || lines === null} loading={isSaving} onClick={onSave}>
          Save table
        </Button>
      </div>
      <p className={`pc-quiet ${styles["hint"] ?? ""}`}>{lines ? LINES_HINT : AREA_HINT}</p>
    </>
  );
}

const AREA_HINT = "Draw the area of the table on the page: drag from one corner to the other.";
const LINES_HINT =
  "Drag a line, or move the selected line with the arrow keys. Each word goes into the cell around its center.";

type LineProps = Pick<Props, "selected" | "onChange" | "onSelect"> & { lines: CutLines };

function LineTools({ lines, selected, onChange, onSelect }: LineProps): ReactElement {
  // The merged cells as they were, so that the checkbox can bring them back.
  const [merged] = useState(lines.merged);
  const add = (axis: Axis): void => {
    const added = addLine(lines[axis]);
    onChange({ ...lines, [axis]: [...added.lines] });
    onSelect({ axis, index: added.index });
  };
  const canRemove = selected !== null && isInner(lines[selected.axis], selected.index);
  return (
    <>
      <Button onClick={() => add("columns")}>Add column line</Button>
      <Button onClick={() => add("rows")}>Add row line</Button>
      <Button
        disabled={!canRemove}
        onClick={() => {
          if (!selected) return;
          onChange({ ...lines, [selected.axis]: [...removeLine(lines[selected.axis], selected.index)] });
          onSelect(null);
        }}
      >
        Delete line
      </Button>
      <Button
        onClick={() => {
          onChange(null);
          onSelect(null);
        }}
      >
        Draw area
      </Button>
      {merged.length > 0 && (
        <Checkbox
          checked={lines.merged.length > 0}
          onChange={({ target }) => onChange({ ...lines, merged: target.checked ? merged : [] })}
        >
          Keep merged cells
        </Checkbox>
      )}
    </>
  );
}
