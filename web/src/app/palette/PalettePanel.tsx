import { SearchOutlined } from "@ant-design/icons";
import { useRouter } from "@tanstack/react-router";
import { Input, type InputRef, Modal } from "antd";
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId, useRef, useState } from "react";
import { photoUrl } from "../../shared/images/photo-url.ts";
import styles from "./Palette.module.css";
import type { PaletteEntry, PaletteGroup } from "./palette-entries.ts";
import { usePalette } from "./use-palette.ts";

type Props = {
  isOpen: boolean;
  /** Counts the openings. Each begins without text, also one while the panel is still closing. */
  opening: number;
  onClose: () => void;
};

/** One box that finds screens, actions, events, images, areas, codes and people. */
export function PalettePanel({ isOpen, opening, onClose }: Props): ReactElement {
  const input = useRef<InputRef>(null);
  const focusInput = (): void => input.current?.focus();
  // Letters typed during the animation count too. At the end of it the field is focused again: a hidden one cannot be.
  useEffect(focusInput, [opening]);
  // While the closing panel has the focus, the page would leave its keys to it: Ctrl+K could not open it again.
  useEffect(() => {
    if (!isOpen) input.current?.blur();
  }, [isOpen]);
  return (
    <Modal
      open={isOpen}
      onCancel={onClose}
      footer={null}
      closable={false}
      width={640}
      style={PANEL_STYLE}
      title={<span className="pc-visually-hidden">Search everywhere</span>}
      afterOpenChange={(opened) => opened && focusInput()}
    >
      <Contents key={opening} input={input} onClose={onClose} />
    </Modal>
  );
}

const PANEL_STYLE = { top: 48 } as const;

function Contents({ input, onClose }: { input: RefObject<InputRef | null>; onClose: () => void }): ReactElement {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const { history } = useRouter();
  const listId = useId();
  const { groups, isSearching } = usePalette(text.trim());
  const entries = groups.flatMap((group) => group.entries);
  const open = (entry: PaletteEntry | undefined): void => {
    if (!entry) return;
    onClose();
    if ("run" in entry) entry.run();
    else history.push(entry.path);
  };
  const move = (to: number): void => {
    const index = (to + entries.length) % Math.max(1, entries.length);
    setActive(index);
    document.getElementById(`${listId}-${index}`)?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter ends the composition of a word.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown") move(active + 1);
    else if (event.key === "ArrowUp") move(active - 1);
    else if (event.key === "Enter") open(entries[active]);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Input
        ref={input}
        size="large"
        allowClear
        prefix={<SearchOutlined />}
        placeholder="Event, image, area, code, person or screen"
        aria-label="Search everywhere"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> has no text field
        role="combobox"
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-activedescendant={entries.length > 0 ? `${listId}-${active}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
      />
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a <select> cannot show images */}
      <div id={listId} role="listbox" aria-label="Found" className={styles["list"]}>
        {groups.map((group, at) => (
          <Group
            key={group.title}
            group={group}
            listId={listId}
            first={groups.slice(0, at).reduce((sum, before) => sum + before.entries.length, 0)}
            active={active}
            onOpen={open}
          />
        ))}
      </div>
      <output className="pc-quiet">
        {isSearching
          ? "Searching…"
          : entries.length === 0
            ? "Nothing was found. Try fewer letters."
            : "↑ ↓ choose · Enter opens · Esc closes"}
      </output>
    </>
  );
}

type GroupProps = {
  group: PaletteGroup;
  listId: string;
  /** The index of the group's first entry among all entries. */
  first: number;
  active: number;
  onOpen: (entry: PaletteEntry) => void;
};

const Group = ({ group, listId, first, active, onOpen }: GroupProps): ReactElement => (
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of options
  <div role="group" aria-label={group.title}>
    <div role="presentation" className={styles["heading"]}>
      {group.title}
    </div>
    {group.entries.map((entry, at) => (
      // The text field has the focus and handles the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        key={entry.key}
        id={`${listId}-${first + at}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <option> cannot show images
        role="option"
        aria-selected={first + at === active}
        className={styles["entry"]}
        onClick={() => onOpen(entry)}
      >
        {entry.photo !== undefined && (
          <img src={photoUrl(entry.photo, 320)} alt="" width={40} height={28} loading="lazy" decoding="async" />
        )}
        <span className={styles["title"]} dir="auto">
          {entry.title}
        </span>
        {entry.detail !== undefined && (
          <span className={`${styles["detail"] ?? ""} pc-quiet`} dir="auto">
            {entry.detail}
          </span>
        )}
      </div>
    ))}
  </div>
);
