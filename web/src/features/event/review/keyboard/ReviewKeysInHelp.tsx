import { Button } from "antd";
import { type ReactElement, useSyncExternalStore } from "react";
import { keysOf } from "../../../../shared/keyboard/bindings.ts";
import { chordText } from "../../../../shared/keyboard/chord.ts";
import { KeyList } from "../../../../ui/KeyList.tsx";
import { REVIEW_KEYS, type ReviewKey } from "./key-table.ts";
import { reviewKeys } from "./review-keys.ts";

/** The keys for reviewing one photo, in the order of use. */
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

/** The most important keys of the review, as this user has set them, and a button for all keys. */
export function ReviewKeysInHelp({ onLeave }: { onLeave: () => void }): ReactElement {
  const overrides = useSyncExternalStore(reviewKeys.subscribe, () => reviewKeys.overrides);
  const rows = FIRST.map((id) => ({
    description: REVIEW_KEYS[id].title,
    keys: keysOf(REVIEW_KEYS, overrides, id).map((chord) => chordText(chord)),
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
