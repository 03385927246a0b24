import { ResultCrop } from "@precount/annotator/react";
import { type Size, proofGroups } from "@precount/domain";
import { type ReactElement, type ReactNode, useLayoutEffect, useRef } from "react";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { useSeen } from "../../../../ui/use-seen.ts";
import { useSeenToEnd } from "../../../../ui/use-seen-to-end.ts";
import { fieldToOpen } from "../session/result-order.ts";
import { goToReading } from "../session/navigation.ts";
import { useReview, useSession } from "../session/session-context.ts";
import { ShelfStrip } from "./ShelfStrip.tsx";
import styles from "./Proof.module.css";
import { useProofKeys } from "./use-proof-keys.ts";

/** CSS pixels: three columns of the panel. */
const FRAME: Size = { width: 108, height: 44 };

type Props = {
  preview: HTMLImageElement | null;
  /** On a phone, the button that goes on to the next photo. */
  next: ReactNode;
};

/**
 * The proof of a photo: every value beside its crop, in the order of the shelves, to be compared before the photo is approved. A click
 * or the value's number opens a wrong one.
 */
export function ProofPanel({ preview, next }: Props): ReactElement {
  const items = useReview(({ edits }) => edits.itemsByIndex);
  const results = useReview(({ edits }) => edits.snapshot.results);
  const groups = proofGroups(results);
  const inOrder = groups.flatMap(({ shelf, stickers }) => [...(shelf === null ? [] : [shelf]), ...stickers]);
  const numbers = new Map(inOrder.map((index, at) => [index, at + 1]));
  const session = useSession();
  const scrollRef = useRef<HTMLDivElement>(null);
  const { hasMore, showMore } = useSeenToEnd(scrollRef, "proof");
  useLayoutEffect(() => session.setPage({ scrollProof: showMore }));
  useProofKeys(inOrder);
  const itemOf = (index: number | null): DisplayedResult | undefined => (index === null ? undefined : items.get(index));
  return (
    <section className={styles["proof"]} aria-label="Proof">
      <p className={styles["hint"]}>
        {inOrder.length === 0
          ? "Nothing was found on this photo. Draw its shelf or labels, or reject it."
          : "Compare each value with its crop. A click or a number opens a wrong one."}
      </p>
      <div ref={scrollRef} className={styles["scroll"]} data-more={hasMore ?? undefined}>
        {groups.map(({ shelf, stickers }) => (
          <div key={shelf ?? "none"} className={styles["group"]}>
            <ShelfStrip
              item={itemOf(shelf) ?? null}
              number={shelf === null ? null : (numbers.get(shelf) ?? 0)}
              preview={preview}
            />
            {stickers.map((index) => {
              const item = itemOf(index);
              return item && <ProofCell key={index} item={item} number={numbers.get(index) ?? 0} preview={preview} />;
            })}
          </div>
        ))}
      </div>
      {(hasMore === true || next !== null) && (
        <div className={styles["next"]}>
          {hasMore === true && (
            <span className="pc-quiet">More below: {next === null ? "Validate" : "the button"} shows it first.</span>
          )}
          {next}
        </div>
      )}
    </section>
  );
}

type CellProps = { item: DisplayedResult; number: number; preview: HTMLImageElement | null };

function ProofCell({ item, number, preview }: CellProps): ReactElement {
  const session = useSession();
  const image = useReview((state) => state.image);
  const [seenRef, isSeen] = useSeen<HTMLButtonElement>();
  const { index, result } = item;
  const { code, quantity } = result;
  return (
    <button
      ref={seenRef}
      type="button"
      className={styles["cell"]}
      data-doubtful={item.isDoubtful}
      onClick={() => goToReading(session, { index, field: fieldToOpen(item) })}
    >
      <span className={styles["crop"]}>
        {isSeen && <ResultCrop imageElement={preview} photo={image} rect={result.rect} frame={FRAME} name="" />}
      </span>
      <span className={styles["value"]}>
        <kbd className={styles["number"]}>{number}</kbd>
        <span className="pc-visually-hidden">{item.title}</span>
        <span className="pc-code">{code.value === "" ? "no code" : code.value}</span>
        <span className={styles["quantity"]}>× {quantity?.value ?? ""}</span>
      </span>
    </button>
  );
}
