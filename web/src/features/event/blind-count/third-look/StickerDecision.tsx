import type { CheckOutcome, Rect } from "@precount/domain";
import { Button } from "antd";
import { type ReactElement, useState } from "react";
import styles from "../BlindCount.module.css";
import { StickerView } from "../StickerView.tsx";
import type { ThirdLook } from "../types.ts";
import { ValuesForm } from "./ValuesForm.tsx";

type Props = { look: ThirdLook; rect: Rect; isBusy: boolean; onDecide: (outcome: CheckOutcome) => void };

/** A sticker with both values, to choose from or to type another. */
export function StickerDecision({ look, rect, isBusy, onDecide }: Props): ReactElement {
  const [isTyping, setTyping] = useState(false);
  const values = look.answers.filter((given) => given !== null);
  const hasEmpty = values.length < look.answers.length;
  return (
    <>
      <div className={styles["look"]}>
        <StickerView photo={look.photo} rect={rect} />
      </div>
      <p style={{ margin: "12px 0 0" }}>
        {hasEmpty
          ? "One person saw these values, the other saw none. What does the sticker say?"
          : "What does the sticker say?"}
      </p>
      <div className={styles["answers"]}>
        {values.map(({ code, quantity }) => (
          <Button
            key={`${code} ${quantity}`}
            size="large"
            disabled={isBusy}
            onClick={() => onDecide({ kind: "values", code, quantity })}
          >
            <span className="pc-code">{code}</span> · quantity <span className="pc-code">{quantity}</span>
          </Button>
        ))}
        <Button size="large" disabled={isBusy} onClick={() => setTyping(true)}>
          Something else
        </Button>
        <Button size="large" disabled={isBusy} onClick={() => onDecide({ kind: "no-sticker" })}>
          No sticker
        </Button>
      </div>
      {isTyping && <ValuesForm isBusy={isBusy} onEnter={(typed) => onDecide({ kind: "values", ...typed })} />}
    </>
  );
}
