import { RESULT_CLASSES, type ResultClass, MESSAGES } from "@precount/domain";
import { Button, Input } from "antd";
import { type FormEvent, type KeyboardEvent, type ReactElement, type RefObject, useEffect, useId, useRef } from "react";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import { SegmentedControl } from "../../../../ui/SegmentedControl.tsx";
import styles from "./BoxForm.module.css";
import { BOX_FIELDS, type BoxField, brokenFields, formOf, isFixed, stepped, textsFor, roundedText } from "./fields.ts";
import { useSession } from "../session/session-context.ts";
import type { BoxFormState } from "./box-form-state.ts";

const NAMES: Readonly<Record<BoxField, string>> = {
  x: "X",
  y: "Y",
  width: "Width",
  height: "Height",
  angle: "Angle",
};
const KINDS: Readonly<Record<ResultClass, string>> = { sticker: "Sticker", shelf: "Shelf" };
const SHELF_SPANS = "A shelf spans the photo's full width and is not rotated.";
const MOVED_INSIDE = "Its rotated corners are outside the photo. Save moves the box inside, as shown.";
const noteFor = (label: ResultClass, isMovedInside: boolean): string =>
  label === "shelf" ? SHELF_SPANS : isMovedInside ? MOVED_INSIDE : "";

/** The numeric form of a box, in percent of the photo and in degrees. Enter saves, Escape discards. */
export function BoxForm({ form: { open, item, outcome, isMovedInside } }: { form: BoxFormState }): ReactElement {
  const session = useSession();
  const { label } = open;
  const texts = textsFor(open.texts, label);
  const card = useRef<HTMLFormElement>(null);
  useFocusInside(card);
  const noteId = useId();
  const broken = brokenFields(formOf(open.texts, label));
  const title = `Box of ${item.title.toLowerCase()}`;
  const close = (): void => session.setBoxForm(null);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!outcome.ok) return;
    if (outcome.value.length > 0) session.put(outcome.value);
    close();
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return (
    // Its fields have the focus; the form itself only listens for Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form ref={card} className={styles["form"]} aria-label={title} onSubmit={submit} onKeyDown={handleKey}>
      <div className={styles["head"]}>
        <span>{title}</span>
        <span className="pc-grow" />
        <SegmentedControl<ResultClass>
          aria-label="Label"
          size="small"
          value={label}
          options={RESULT_CLASSES.map((kind) => ({ value: kind, label: KINDS[kind] }))}
          onChange={(chosen) => session.setBoxForm({ ...open, label: chosen })}
        />
      </div>
      <div className={styles["fields"]}>
        {BOX_FIELDS.map((field) => (
          <PercentInput
            key={field}
            field={field}
            text={texts[field]}
            isReadOnly={isFixed(field, label)}
            isBroken={broken.has(field)}
            noteId={noteId}
            onType={(text) => session.setBoxForm({ ...open, texts: { ...open.texts, [field]: text } })}
          />
        ))}
      </div>
      <div className={styles["foot"]}>
        {/* Rendered while it is empty, so that screen readers announce its text and nothing moves. */}
        <span id={noteId} role="alert" className={[styles["note"], outcome.ok ? "" : styles["error"]].join(" ")}>
          {outcome.ok ? noteFor(label, isMovedInside) : MESSAGES.invalidFormValues}
        </span>
        <Button size="small" onClick={close}>
          Cancel
        </Button>
        <ReasonButton
          size="small"
          type="primary"
          htmlType="submit"
          reason={outcome.ok ? null : MESSAGES.invalidFormValues}
        >
          Save
        </ReasonButton>
      </div>
    </form>
  );
}

type PercentProps = {
  field: BoxField;
  text: string;
  isReadOnly: boolean;
  isBroken: boolean;
  noteId: string;
  onType: (text: string) => void;
};

function PercentInput({ field, text, isReadOnly, isBroken, noteId, onType }: PercentProps): ReactElement {
  const step = (event: KeyboardEvent): void => {
    const direction = { ArrowUp: 1 as const, ArrowDown: -1 as const }[event.key];
    if (direction === undefined || isReadOnly) return;
    event.preventDefault();
    onType(stepped(text, field, direction, event.shiftKey));
  };
  return (
    <label className={styles["field"]}>
      {NAMES[field]}
      <WithTooltip title={isReadOnly ? SHELF_SPANS : ""} showOnTouch>
        <Input
          size="small"
          aria-label={NAMES[field]}
          aria-describedby={noteId}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          value={text}
          readOnly={isReadOnly}
          variant={isReadOnly ? "filled" : "outlined"}
          suffix={field === "angle" ? "°" : "%"}
          status={isBroken ? "error" : ""}
          aria-invalid={isBroken}
          onChange={({ target }) => onType(target.value)}
          onFocus={({ target }) => target.select()}
          onBlur={() => !isReadOnly && roundedText(text) !== text && onType(roundedText(text))}
          onKeyDown={step}
        />
      </WithTooltip>
    </label>
  );
}

/** Focuses the first field when the form opens, and what had the focus before when it closes. */
function useFocusInside(card: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    card.current?.querySelector<HTMLInputElement>("input[inputmode]:not([readonly])")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [card]);
}
