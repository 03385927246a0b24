import { PlusOutlined, UndoOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { keysOf } from "../../../../shared/keyboard/bindings.ts";
import { chordText } from "../../../../shared/keyboard/chord.ts";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import styles from "./KeySheet.module.css";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";
import { type Remap, canSwap, remappingText } from "./use-remap.ts";

/** What was asked is answered with the next key. */
const focused = (button: HTMLButtonElement | null): void => button?.focus();

/** One action and its keys. */
export function KeyRow({ id, remap }: { id: ReviewKey; remap: Remap }): ReactElement {
  const { words, more, fixed } = REVIEW_KEYS[id];
  const current = remap.current?.id === id ? remap.current : null;
  const keys = keysOf(REVIEW_KEYS, remap.changes, id);
  return (
    <li className={styles["row"]} aria-label={words}>
      <span className={styles["words"]}>
        {words}
        {more !== undefined && <span className="pc-quiet">, {more}</span>}
      </span>
      <span className={styles["keys"]}>
        {keys.map((chord) => (
          <ReasonButton
            key={chord}
            size="small"
            className={styles["key"] ?? ""}
            aria-label={`Change ${chordText(chord)} of '${words}'`}
            aria-pressed={current?.old === chord}
            reason={fixed ?? null}
            onClick={() => remap.ask(id, chord)}
          >
            <kbd>{chordText(chord)}</kbd>
          </ReasonButton>
        ))}
        {keys.length === 0 && (
          <Button
            size="small"
            icon={<PlusOutlined />}
            aria-label={`Choose a key for '${words}'`}
            onClick={() => remap.ask(id, null)}
          />
        )}
        {remap.changes[id] !== undefined && (
          <Button
            size="small"
            type="text"
            icon={<UndoOutlined />}
            aria-label={`Reset '${words}'`}
            title="As it came"
            onClick={() => remap.reset(id)}
          />
        )}
      </span>
      {current && (
        <div className={styles["asked"]} role="alert">
          {remappingText(current)}
          {current.state.step === "taken" && (
            <span className={styles["choice"]}>
              {canSwap(current) && (
                <Button size="small" type="primary" ref={focused} onClick={remap.swap}>
                  Swap
                </Button>
              )}
              <Button size="small" onClick={remap.cancel}>
                Leave it
              </Button>
            </span>
          )}
        </div>
      )}
    </li>
  );
}
