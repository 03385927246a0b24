import { Button } from "antd";
import { type ReactElement, useSyncExternalStore } from "react";
import { keysOf } from "../../../../shared/keyboard/bindings.ts";
import { chordText } from "../../../../shared/keyboard/chord.ts";
import { KeyList } from "../../../../ui/KeyList.tsx";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";
import { reviewKeys } from "./review-keys.ts";

/** Those that carry one through a photo, in the order one needs them. */
const FIRST: readonly ReviewKey[] = [
  "value.enter",
  "doubt.next",
  "candidate.1",
  "label.discard",
  "tool.sticker",
  "tool.shelf",
  "edit.undo",
  "photo.validate",
  "photo.reject",
  "image.next",
  "image.previous",
  "image.list",
];

/** The review's keys, as this person has them: the first ones, and the way to all. */
export function ReviewKeysInHelp({ onLeave }: { onLeave: () => void }): ReactElement {
  const changes = useSyncExternalStore(reviewKeys.subscribe, () => reviewKeys.changes);
  const rows = FIRST.map((id) => ({
    description: REVIEW_KEYS[id].words,
    keys: keysOf(REVIEW_KEYS, changes, id).map((chord) => chordText(chord)),
  }));
  return (
    <>
      <KeyList rows={rows} />
      <Button
        style={{ marginTop: 8 }}
        onClick={() => {
          onLeave();
          reviewKeys.run("keys.sheet");
        }}
      >
        All keys, and change them
      </Button>
    </>
  );
}
