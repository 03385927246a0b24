import { PrinterOutlined } from "@ant-design/icons";
import { Button, Input, type InputRef, Modal } from "antd";
import { type ReactElement, useRef, useState } from "react";
import { actionIds, keysOf } from "../../../../shared/keyboard/bindings.ts";
import { chordText } from "../../../../shared/keyboard/chord.ts";
import { EmptyState } from "../../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { KeyRow } from "./KeyRow.tsx";
import styles from "./KeySheet.module.css";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";
import { type Remap, useRemap } from "./use-remap.ts";

type Props = { isOpen: boolean; onClose: () => void };

/** All keys, to look up, to change and to print. */
export function KeySheet({ isOpen, onClose }: Props): ReactElement {
  const [search, setSearch] = useState("");
  const field = useRef<InputRef>(null);
  const remap = useRemap();
  const found = actionIds(REVIEW_KEYS).filter((id) => matches(id, search, remap));
  const groups = [...new Set(found.map((id) => REVIEW_KEYS[id].group))];
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      title="Keys"
      footer={null}
      width={1040}
      destroyOnHidden
      afterOpenChange={(opened) => {
        if (opened) field.current?.focus();
        else setSearch("");
      }}
    >
      <div className={styles["head"]}>
        <Input.Search
          ref={field}
          aria-label="Search keys"
          placeholder="Search for an action or a key"
          allowClear
          value={search}
          onChange={({ target }) => setSearch(target.value)}
          className={styles["search"] ?? ""}
        />
        <span className="pc-quiet">Click a key to change it. Keys are stored in this browser.</span>
        <span className="pc-grow" />
        <ReasonButton
          reason={Object.keys(remap.overrides).length === 0 ? "All keys have their defaults." : null}
          onClick={() => remap.reset()}
        >
          Reset all
        </ReasonButton>
        <Button icon={<PrinterOutlined />} onClick={() => print()}>
          Print
        </Button>
      </div>
      <div className={styles["scroll"]}>
        <div className={styles["sheet"]}>
          {groups.map((group) => (
            <section key={group} aria-label={group} className={styles["group"]}>
              <h3>{group}</h3>
              <ul>
                {found
                  .filter((id) => REVIEW_KEYS[id].group === group)
                  .map((id) => (
                    <KeyRow key={id} id={id} remap={remap} />
                  ))}
              </ul>
            </section>
          ))}
        </div>
        {found.length === 0 && <EmptyState text="No key matches." />}
      </div>
    </Modal>
  );
}

function matches(id: ReviewKey, search: string, { overrides }: Remap): boolean {
  const { group, title } = REVIEW_KEYS[id];
  const keys = keysOf(REVIEW_KEYS, overrides, id).map((chord) => chordText(chord));
  const text = search.trim().toLowerCase();
  // A single letter is a key to look up, not a part of a word.
  if (text.length === 1) return keys.some((key) => key.toLowerCase() === text);
  return [group, title, ...keys].some((part) => part.toLowerCase().includes(text));
}
