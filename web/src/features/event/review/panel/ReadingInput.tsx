import { CheckOutlined, LoadingOutlined, WarningFilled } from "@ant-design/icons";
import {
  READING_DOUBT_TITLES,
  type ReadingField,
  differingDigits,
  offeredAlternatives,
  readingDoubt,
  resultCan,
} from "@precount/domain";
import { Input } from "antd";
import { type CSSProperties, type ReactElement, useId } from "react";
import { reasonOf } from "../../../../shared/api/reason.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import type { QueuedEdit } from "../edit-queue.ts";
import { DIGITS_ONLY } from "../../../../shared/forms/digits-only.ts";
import { OtherUsersHere } from "../presence/OtherUsersHere.tsx";
import styles from "../Review.module.css";
import { ResolveButtons } from "../saving/UnresolvedEdits.tsx";
import { alternativeField } from "../session/result-order.ts";
import { commitReading, leaveReading, typeReading } from "../session/readings.ts";
import { useFocusTarget, useReview, useSession } from "../session/session-context.ts";
import { type ReadingState, useReading } from "../session/use-reading.ts";
import { Alternatives } from "./Alternatives.tsx";

type Props = { item: DisplayedResult; field: ReadingField };

/** The field for a code or a quantity, with its alternatives and with what is wrong with it. */
export function ReadingInput({ item, field }: Props): ReactElement {
  const { index, result, title } = item;
  const session = useSession();
  const frozenReason = useReview(({ editReason }) => editReason) ?? reasonOf(resultCan.edit(result));
  const reading = useReading(item, field);
  const { message, unresolved, isDoubtful } = reading;
  const messageId = useId();
  const { confidence } = (field === "code" ? result.code : result.quantity) ?? {};
  const isUnlisted = readingDoubt(result, field) === "notListed";
  const name = field === "code" ? "Code" : "Quantity";
  const offered = frozenReason === null ? offeredAlternatives(result, field) : [];
  return (
    <div className={styles["field"]}>
      <label className={styles["fieldLabel"]}>
        <span className={styles["fieldName"]}>
          {name}
          <StateIcon
            edit={reading.edit}
            isDoubtful={isDoubtful}
            reason={isUnlisted ? READING_DOUBT_TITLES.notListed : "Doubtful"}
            confidence={confidence}
          />
          <OtherUsersHere index={index} field={field} />
        </span>
        <FieldInput
          index={index}
          field={field}
          name={`${name} of ${title.toLowerCase()}`}
          reading={reading}
          frozenReason={frozenReason}
          offered={offered}
          messageId={message === null ? undefined : messageId}
        />
      </label>
      {message !== null && (
        <div id={messageId} className={styles["fieldMessage"]} role="alert">
          {message}
          {unresolved !== null && <ResolveButtons of={session.ref} edit={unresolved} />}
        </div>
      )}
      <Alternatives
        className={styles["offered"] ?? ""}
        title={title}
        field={field}
        offered={offered}
        hasCardKeys={field === alternativeField(item)}
        onChoose={(value) => commitReading(session, { index, field }, value)}
      />
    </div>
  );
}

type FieldInputProps = {
  index: number;
  field: ReadingField;
  /** Does not depend on the state: the icons beside the field must not change its accessible name. */
  name: string;
  reading: ReadingState;
  frozenReason: string | null;
  offered: readonly string[];
  messageId: string | undefined;
};

/** Underlines one digit of the field, counted from 0. All digits of the field's font have the same width, `1ch`. */
const digitMark = (at: number | undefined): CSSProperties =>
  at === undefined
    ? {}
    : {
        backgroundImage: "linear-gradient(var(--pc-doubtful), var(--pc-doubtful))",
        backgroundRepeat: "no-repeat",
        backgroundSize: "1ch 2px",
        backgroundPosition: `calc(11px + ${at}ch) calc(100% - 3px)`,
      };

function FieldInput({ index, field, name, reading, frozenReason, offered, messageId }: FieldInputProps): ReactElement {
  const session = useSession();
  const focusRef = useFocusTarget({ kind: "reading", index, field });
  const status = reading.message !== null ? "error" : reading.isDoubtful ? "warning" : "";
  return (
    <WithTooltip title={frozenReason ?? ""} showOnTouch>
      <Input
        ref={(input) => focusRef(input?.input ?? null)}
        value={reading.shown}
        status={status}
        readOnly={frozenReason !== null}
        inputMode="numeric"
        enterKeyHint="next"
        aria-label={name}
        autoComplete="off"
        data-keys="reading"
        data-typing={reading.isTyping}
        maxLength={64}
        {...DIGITS_ONLY}
        aria-invalid={status === "error"}
        {...(messageId === undefined ? {} : { "aria-describedby": messageId })}
        style={digitMark(reading.isDoubtful ? differingDigits(reading.shown, offered)[0] : undefined)}
        onChange={({ target }) => typeReading(session, { index, field }, target.value)}
        onFocus={({ target }) => target.select()}
        onBlur={() => leaveReading(session, { index, field })}
      />
    </WithTooltip>
  );
}

type StateIconProps = {
  edit: QueuedEdit | undefined;
  isDoubtful: boolean;
  reason: string;
  confidence: number | undefined;
};

/** Beside the field's name: being saved, saved, not saved, or doubtful. */
function StateIcon({ edit, isDoubtful, reason, confidence }: StateIconProps): ReactElement | null {
  if (edit?.state === "waiting" || edit?.state === "sending") return <LoadingOutlined aria-label="Saving" />;
  if (edit?.state === "conflict" || edit?.state === "refused")
    return <WarningFilled aria-label="Not saved" style={{ color: "var(--pc-rejected)" }} />;
  if (edit?.state === "saved") return <CheckOutlined aria-label="Saved" style={{ color: "var(--pc-valid)" }} />;
  if (!isDoubtful) return null;
  const sure = confidence === undefined ? "" : ` (${Math.round(confidence * 100)} % sure)`;
  return (
    <WarningFilled aria-label={`${reason}${sure}`} title={`${reason}${sure}`} style={{ color: "var(--pc-doubtful)" }} />
  );
}
