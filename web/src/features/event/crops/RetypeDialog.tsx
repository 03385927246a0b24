import { checkQuantity, checkStickerCode } from "@precount/domain";
import { Link } from "@tanstack/react-router";
import { Button, Input, Modal } from "antd";
import { type ReactElement, useRef, useState } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { focusFirstField } from "../../../shared/forms/focus-first-field.ts";
import { DIGITS_ONLY } from "../../../shared/forms/digits-only.ts";
import { KeepText } from "../../../shared/forms/KeepInput.tsx";
import { ResultCrop } from "../../../shared/images/ResultCrop.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";
import styles from "./CropWall.module.css";
import type { WallEdits } from "./use-wall-edits.ts";
import type { WrongQueue } from "./use-wrong-queue.ts";
import type { WallItem } from "./wall-items.ts";

type Props = { slug: string; queue: WrongQueue; edits: WallEdits; isOpen: boolean; onClose: () => void };

/** Retypes the wrong stickers one after the other. */
export function RetypeDialog({ slug, queue, edits, isOpen, onClose }: Props): ReactElement {
  const [item] = queue.items;
  const left = queue.items.length;
  const contents = useRef<HTMLDivElement>(null);
  return (
    <Modal
      title={left === 1 ? "Retype the last sticker" : `Retype ${left} stickers`}
      open={isOpen && item !== undefined}
      onCancel={onClose}
      footer={null}
      width={560}
      // The opening dialog takes the focus from the field.
      afterOpenChange={(opened) => opened && focusFirstField(() => contents.current?.querySelector("input")?.focus())}
      destroyOnHidden
    >
      <div ref={contents}>
        {item && (
          <RetypeForm
            // Each sticker starts with empty fields and the focus.
            key={item.id}
            slug={slug}
            item={item}
            edits={edits}
            onDone={() => {
              queue.remove(item.id);
              if (left === 1) onClose();
            }}
          />
        )}
      </div>
    </Modal>
  );
}

/** CSS pixels. Twice the size of a crop on the wall. */
const ENLARGED = { width: 480, height: 200 };

type FormProps = { slug: string; item: WallItem; edits: WallEdits; onDone: () => void };

/** The fields start empty, because a value that is filled in already is easily overlooked. An empty field keeps its value. */
function RetypeForm({ slug, item, edits, onDone }: FormProps): ReactElement {
  const { image, rect, position } = item;
  const [code, setCode] = useState("");
  const [quantity, setQuantity] = useState("");
  const [failure, setFailure] = useState<string | null>(null);
  const reason = edits.isRunning ? "Please wait." : (image.reason ?? problemOf(code, quantity));
  const save = async (): Promise<void> => {
    const typed = { ...(code !== "" && { code }), ...(quantity !== "" && { quantity }) };
    const problem = await edits.retype(item, typed);
    setFailure(problem);
    if (problem === null) onDone();
  };
  /** Save is disabled and says why only to a pointer. */
  const explain = (): void => {
    if (!edits.isRunning) setFailure(reason);
  };
  const discard = async (): Promise<void> => {
    if (await edits.discard([item])) onDone();
  };
  return (
    <form
      className={styles["retype"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (reason === null) void save();
      }}
    >
      <KeepText isChanged={code !== "" || quantity !== ""} />
      <div className={styles["enlarged"]}>
        <ResultCrop image={image} rect={rect} frame={ENLARGED} name={`Sticker in ${image.name}`} />
      </div>
      <div className={styles["fields"]}>
        <Field
          label="Quantity"
          value={quantity}
          was={item.quantity}
          maxLength={6}
          isFirst
          onChange={setQuantity}
          onEnter={explain}
        />
        <Field label="Code" value={code} was={item.code} maxLength={6} onChange={setCode} onEnter={explain} />
      </div>
      {(failure ?? image.reason) !== null && <div role="alert">{failure ?? image.reason}</div>}
      <div className={styles["buttons"]}>
        <ReasonButton type="primary" htmlType="submit" reason={reason} tooltip="Save and show the next one (Enter)">
          Save
        </ReasonButton>
        <ReasonButton reason={edits.isRunning ? "Please wait." : image.reason} onClick={() => void discard()}>
          Discard
        </ReasonButton>
        <Button onClick={onDone}>Not wrong</Button>
        <Link
          to="/projects/$projectId/eventImages/images/$imageId"
          params={{ projectId: slug, imageId: image.sid }}
          search={{ detection: position + 1 }}
        >
          <Button type="link">Open in review</Button>
        </Link>
      </div>
    </form>
  );
}

/** Why the typed values cannot be saved; null if they can. */
function problemOf(code: string, quantity: string): string | null {
  if (code === "" && quantity === "") return "Type what the sticker says.";
  return (
    (code === "" ? null : reasonOf(checkStickerCode(code))) ??
    (quantity === "" ? null : reasonOf(checkQuantity(quantity)))
  );
}

type FieldProps = {
  label: string;
  value: string;
  /** The current value, which stays if nothing is typed. */
  was: string;
  maxLength: number;
  isFirst?: boolean;
  onChange: (value: string) => void;
  onEnter: () => void;
};

function Field({ label, value, was, maxLength, isFirst = false, onChange, onEnter }: FieldProps): ReactElement {
  return (
    <label className={styles["field"]}>
      <span>
        {label} <span className="pc-quiet">now {was || "empty"}</span>
      </span>
      <Input
        aria-label={label}
        // Focus the field, because the dialog is for typing.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFirst}
        inputMode="numeric"
        autoComplete="off"
        maxLength={maxLength}
        value={value}
        {...DIGITS_ONLY}
        onChange={({ target }) => onChange(target.value.trim())}
        onPressEnter={onEnter}
      />
    </label>
  );
}
