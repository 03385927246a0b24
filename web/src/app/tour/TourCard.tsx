import { Button } from "antd";
import { type ReactElement, useEffect, useRef } from "react";
import styles from "./TourCard.module.css";
import type { TourStep } from "./steps.ts";

type Props = {
  step: TourStep;
  number: number;
  total: number;
  onBack: () => void;
  onNext: () => void;
  onLeave: () => void;
};

const TITLE = "tour-title";
const TEXT = "tour-text";

/** One step of the tour with its Back, Next and Skip buttons. */
export function TourCard({ step, number, total, onBack, onNext, onLeave }: Props): ReactElement {
  const isLast = number === total;
  const next = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // Next is the main action. Wait for a frame: the card cannot take the focus before it is placed.
    const frame = requestAnimationFrame(() => next.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    // Screens ignore keys inside elements with the role "dialog".
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
    <div role="dialog" aria-modal="true" aria-labelledby={TITLE} aria-describedby={TEXT} className={styles["card"]}>
      <h2 id={TITLE}>{step.title}</h2>
      <p id={TEXT}>{step.text}</p>
      <div className={styles["actions"]}>
        <span className="pc-quiet">
          {number} of {total}
        </span>
        <span className="pc-grow" />
        {!isLast && (
          <Button type="text" onClick={onLeave}>
            Skip
          </Button>
        )}
        {number > 1 && <Button onClick={onBack}>Back</Button>}
        <Button ref={next} type="primary" onClick={isLast ? onLeave : onNext}>
          {isLast ? "Done" : "Next"}
        </Button>
      </div>
    </div>
  );
}
