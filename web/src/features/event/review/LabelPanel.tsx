import { type Image, RESULT_STATUSES, type ResultStatus, TABLE_PAGES, parsePatch } from "@precount/domain";
import { Segmented } from "antd";
import {
  type ReactElement,
  type ReactNode,
  type Ref,
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useImperativeHandle,
  useMemo,
  useState,
} from "react";
import { useMedia } from "../../../shared/browser/use-media.ts";
import { useStableCallback } from "../../../shared/react/use-stable-callback.ts";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { StatusFilter } from "../../../ui/StatusFilter.tsx";
import { RESULT_STATUS_DISPLAY } from "../../../ui/status-display.tsx";
import type { EditQueue } from "./edit-queue.ts";
import { LabelCard } from "./LabelCard.tsx";
import { type DisplayedResult } from "../../../ui/displayed-results.ts";
import { type PanelTab, hasStatus } from "./labels.ts";
import type { Hand } from "./panel/field-in-hand.ts";
import { Lens } from "./panel/Lens.tsx";
import { type Conflicts, stepLabel } from "./panel/order.ts";
import { type LabelList, useLabelList } from "./panel/use-label-list.ts";
import { usePanelKeys } from "./panel/use-panel-keys.ts";
import styles from "./Review.module.css";
import type { Edits } from "./use-edits.ts";

/** What others ask of the panel. */
export type PanelHandle = {
  /** Into the first doubtful value, or to Validate when there is none. */
  start: () => void;
  /** Into what the chosen label reads; without one as `start`. */
  open: () => void;
};

type Props = {
  labels: readonly DisplayedResult[];
  picture: HTMLImageElement | null;
  image: Image;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  edits: Edits;
  selected: number | null;
  onSelect: (index: number | null) => void;
  onPull: (index: number) => void;
  onBox: (index: number) => void;
  /** Gives the photo the keys. */
  onPhoto: () => void;
  /** Stands where the last label is done, on a phone. */
  onward: ReactNode;
  ref: Ref<PanelHandle>;
};

/** The labels beside the photo, the most doubtful first; what is at hand is enlarged above them. */
export function LabelPanel(props: Props): ReactElement {
  const { labels, picture, image, editReason, edits, selected, onSelect, onPull, onBox, onPhoto, onward, ref } = props;
  const conflicts = useConflicts(edits.queue);
  const list = useLabelList(labels, conflicts, selected);
  // On the phone there is one card: the chosen one's, or the one that keys go to.
  const [atHand, setAtHand] = useState(selected);
  const [seen, setSeen] = useState(selected);
  if (seen !== selected) {
    setSeen(selected);
    setAtHand(selected);
    // What is chosen in the photo must be in the list.
    if (selected !== null) list.reveal(selected);
  }
  const isPhone = useMedia("(max-width: 600px)");
  const current = list.listed.find(({ index }) => index === atHand) ?? list.listed[0];
  const draw = (index: number): void => {
    list.reveal(index);
    setAtHand(index);
  };
  const keys = usePanelKeys({ list, edits, editReason, selected, onSelect, onPull, onDraw: draw, onPhoto });
  useImperativeHandle(ref, () => ({ start: keys.start, open: keys.open }));
  const card = {
    picture,
    image,
    editReason,
    edits,
    hand: keys.hand,
    onSelect: useStableCallback(onSelect),
    onPull: useStableCallback(onPull),
    onDiscard: useStableCallback(keys.discard),
    onRecover: useStableCallback(keys.recover),
    onBox: useStableCallback(onBox),
  };
  const step = useStableCallback((direction: 1 | -1): void => {
    const next = current && stepLabel(list.listed, current.index, direction);
    if (next) onSelect(next.index);
  });
  const at = current ? list.listed.indexOf(current) : -1;
  const toLens = useMemo(
    () => current && { label: current, at, of: list.listed.length, what: WHAT[list.tab] },
    [current, at, list.listed.length, list.tab],
  );
  // The field that keys have led to has the focus first, then its crop is drawn: it takes longer than all the rest.
  const inLens = useDeferredValue(toLens);
  const counted = useDeferredValue(labels);
  const ask = useStableCallback((asked: Parameters<LabelList["ask"]>[0]) => {
    list.ask(asked);
    if (asked.tab !== undefined) onSelect(null);
  });
  return (
    <>
      <PanelHead labels={counted} tab={list.tab} statuses={list.statuses} onAsk={ask} />
      {editReason !== null && (
        <div className={`${styles["panelHead"] ?? ""} pc-quiet`} role="note">
          {editReason}
        </div>
      )}
      {current && toLens ? (
        <div className={styles["work"]}>
          <Lens {...(inLens ?? toLens)} picture={picture} image={image} onStep={step} onward={isPhone && onward} />
          <Cards
            key={`${list.tab} ${list.statuses.join()}`}
            labels={isPhone ? [current] : list.listed}
            selected={selected}
            atHand={atHand}
            card={card}
          />
        </div>
      ) : (
        <EmptyState text={EMPTY[list.tab]} />
      )}
    </>
  );
}

/** Labels of which an edit waits for a decision; the same set as long as they are the same. */
function useConflicts({ edits }: EditQueue): Conflicts {
  const key = edits
    .filter(({ state }) => state === "conflict" || state === "refused")
    .flatMap(({ patch }) => {
      const edit = parsePatch(patch);
      return edit === null || edit.field === "add" ? [] : edit.index;
    })
    .join();
  return useMemo(() => new Set(key === "" ? [] : key.split(",").map(Number)), [key]);
}

type HeadProps = Pick<LabelList, "tab" | "statuses"> & { labels: readonly DisplayedResult[]; onAsk: LabelList["ask"] };

/** Which labels are listed, and how many of each there are. */
const PanelHead = memo(({ labels, tab, statuses, onAsk }: HeadProps): ReactElement => {
  const count = (status: ResultStatus): number => labels.filter((label) => hasStatus(label, status)).length;
  const discarded = count("discarded");
  return (
    <div className={styles["panelHead"]}>
      <Segmented<PanelTab>
        aria-label="Which labels"
        value={tab}
        options={[
          { value: "doubtful", label: `Doubtful ${count("invalid")}` },
          { value: "all", label: `All ${labels.length - discarded}` },
          { value: "discarded", label: `Discarded ${discarded}` },
        ]}
        onChange={(chosen) => onAsk({ tab: chosen, statuses: [] })}
      />
      {tab === "all" && (
        <StatusFilter
          label="Labels by status"
          displays={RESULT_STATUS_DISPLAY}
          options={RESULT_STATUSES}
          counts={Object.fromEntries(RESULT_STATUSES.map((status) => [status, count(status)]))}
          value={statuses}
          onChange={(chosen) => onAsk({ statuses: chosen })}
        />
      )}
    </div>
  );
});

/** What is seen without scrolling is drawn with the photo … */
const FIRST_CARDS = 5;
/** … and more when that is done, or somebody comes near their end. */
const MORE_CARDS = TABLE_PAGES.options.at(-1) ?? 30;
/** Before a card far away that is wanted: so many of its neighbours. */
const CARDS_BEFORE = 3;
const NEAR_PX = 400;

type CardProps = Omit<Parameters<typeof LabelCard>[0], "label" | "isSelected" | "hand"> & { hand: Hand };

function Cards({
  labels,
  selected,
  atHand,
  card,
}: {
  labels: readonly DisplayedResult[];
  selected: number | null;
  /** Is drawn, wherever it stands. */
  atHand: number | null;
  card: CardProps;
}): ReactElement {
  const [drawn, setDrawn] = useState({ from: 0, to: FIRST_CARDS });
  const wanted = labels.findIndex(({ index }) => index === (atHand ?? selected));
  if (wanted >= 0 && (wanted < drawn.from || wanted >= drawn.to)) {
    // It must be there at once: the next ones of the list, or of a thousand only those around it.
    const isNext = wanted >= drawn.to && wanted < drawn.to + MORE_CARDS;
    setDrawn({ from: isNext ? drawn.from : Math.max(0, wanted - CARDS_BEFORE), to: wanted + FIRST_CARDS });
  }
  const { from, to } = drawn;
  useEffect(() => {
    startTransition(() => setDrawn((now) => ({ ...now, to: Math.max(now.to, from + MORE_CARDS) })));
  }, [from]);
  return (
    <div
      className={styles["cards"]}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - NEAR_PX && to < labels.length) {
          setDrawn({ from, to: to + MORE_CARDS });
        }
        if (scrollTop < NEAR_PX && from > 0) setDrawn({ from: Math.max(0, from - MORE_CARDS), to });
      }}
    >
      {labels.slice(from, to).map((label) => (
        <LabelCard key={label.index} label={label} isSelected={label.index === selected} {...card} />
      ))}
    </div>
  );
}

const WHAT: Readonly<Record<PanelTab, string>> = { doubtful: "doubtful", all: "labels", discarded: "discarded" };

const EMPTY: Readonly<Record<PanelTab, string>> = {
  doubtful: "Nothing is doubtful. Validate when the photo agrees.",
  all: "There are no labels here.",
  discarded: "Nothing is discarded.",
};
