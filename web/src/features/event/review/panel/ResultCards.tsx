import { TABLE_PAGES } from "@precount/domain";
import { type ReactElement, startTransition, useEffect, useState } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import styles from "../Review.module.css";
import { useReview } from "../session/session-context.ts";
import { ResultCard } from "./ResultCard.tsx";

/** Cards that are rendered together with the photo: those that are seen without scrolling. */
const FIRST_CARDS = 5;
/** Cards that are added after that, and whenever the user scrolls near an end. */
const MORE_CARDS = TABLE_PAGES.options.at(-1) ?? 30;
/** Cards that are rendered before a card far away. */
const CARDS_BEFORE = 3;
const NEAR_END_PX = 400;

type Props = { items: readonly DisplayedResult[]; preview: HTMLImageElement | null };

/** The cards of a list, of which only a range is rendered. The current result's card always is. */
export function ResultCards({ items, preview }: Props): ReactElement {
  const current = useReview((state) => state.current);
  const [range, setRange] = useState({ from: 0, to: FIRST_CARDS });
  const at = items.findIndex(({ index }) => index === current);
  if (at >= 0 && (at < range.from || at >= range.to)) {
    // Up to the card when it is near; only the cards around it when it is far away.
    const isNear = at >= range.to && at < range.to + MORE_CARDS;
    setRange({ from: isNear ? range.from : Math.max(0, at - CARDS_BEFORE), to: at + FIRST_CARDS });
  }
  const { from, to } = range;
  useEffect(() => {
    startTransition(() => setRange((now) => ({ ...now, to: Math.max(now.to, from + MORE_CARDS) })));
  }, [from]);
  return (
    <div
      className={styles["cards"]}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - NEAR_END_PX && to < items.length) {
          setRange({ from, to: to + MORE_CARDS });
        }
        if (scrollTop < NEAR_END_PX && from > 0) setRange({ from: Math.max(0, from - MORE_CARDS), to });
      }}
    >
      {items.slice(from, to).map(({ index }) => (
        <ResultCard key={index} index={index} preview={preview} />
      ))}
    </div>
  );
}
