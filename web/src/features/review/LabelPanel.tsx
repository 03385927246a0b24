import { type Image, TABLE_PAGES } from "@precount/domain";
import { Segmented } from "antd";
import { type ReactElement, useState } from "react";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { LabelCard } from "./LabelCard.tsx";
import { type PanelTab, type ReviewLabel, labelsIn } from "./labels.ts";
import styles from "./Review.module.css";
import type { Edits } from "./use-edits.ts";

type Props = {
  labels: readonly ReviewLabel[];
  picture: HTMLImageElement | null;
  image: Image;
  /** Why nothing can be edited; null when it can. */
  editReason: string | null;
  edits: Edits;
  selected: number | null;
  onSelect: (index: number | null) => void;
  onPull: (index: number) => void;
  onDiscard: (index: number) => void;
  onRecover: (index: number) => void;
};

const doubtfulOf = (labels: readonly ReviewLabel[]): ReadonlySet<number> =>
  new Set(labels.filter((label) => label.needsAttention).map((label) => label.index));

/** The labels beside the photo, doubtful ones first. */
export function LabelPanel({ labels, ...card }: Props): ReactElement {
  const [wereDoubtful, setWereDoubtful] = useState(() => doubtfulOf(labels));
  const [tab, setTab] = useState<PanelTab>(() => firstTab(labels, card.selected));
  const counts = {
    doubtful: labels.filter((label) => label.needsAttention).length,
    all: labels.filter((label) => label.status !== "discarded").length,
    discarded: labels.filter((label) => label.status === "discarded").length,
  };
  // What is chosen in the photo must be in the list.
  const isSelectedHidden =
    card.selected !== null &&
    labels.some((label) => label.index === card.selected) &&
    !labelsIn(tab, labels, wereDoubtful).some((label) => label.index === card.selected);
  if (isSelectedHidden) {
    setTab(labels.some((label) => label.index === card.selected && label.status === "discarded") ? "discarded" : "all");
  }
  return (
    <>
      <div className={styles["panelHead"]}>
        <Segmented<PanelTab>
          aria-label="Which labels"
          value={tab}
          options={[
            { value: "doubtful", label: `Doubtful ${counts.doubtful}` },
            { value: "all", label: `All ${counts.all}` },
            { value: "discarded", label: `Discarded ${counts.discarded}` },
          ]}
          onChange={(chosen) => {
            setTab(chosen);
            setWereDoubtful(doubtfulOf(labels));
            card.onSelect(null);
          }}
        />
      </div>
      {card.editReason !== null && (
        <div className={`${styles["panelHead"] ?? ""} pc-quiet`} role="note">
          {card.editReason}
        </div>
      )}
      <Cards key={tab} labels={labelsIn(tab, labels, wereDoubtful)} tab={tab} {...card} />
    </>
  );
}

/** More cards than that are drawn when somebody scrolls to them. */
const FIRST_CARDS = TABLE_PAGES.options.at(-1) ?? 30;

function Cards({ labels, tab, ...card }: Props & { tab: PanelTab }): ReactElement {
  const [limit, setLimit] = useState(FIRST_CARDS);
  const selectedAt = labels.findIndex((label) => label.index === card.selected);
  const shown = labels.slice(0, Math.max(limit, selectedAt + 1));
  return (
    <div
      className={styles["cards"]}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        if (scrollTop + clientHeight > scrollHeight - 400 && limit < labels.length) setLimit(limit + FIRST_CARDS);
      }}
    >
      {labels.length === 0 && <EmptyState text={EMPTY[tab]} />}
      {shown.map((label) => (
        <LabelCard key={label.index} label={label} isSelected={label.index === card.selected} {...card} />
      ))}
    </div>
  );
}

const EMPTY: Readonly<Record<PanelTab, string>> = {
  doubtful: "Nothing is doubtful. Validate when the photo agrees.",
  all: "The model found no labels in this photo.",
  discarded: "Nothing is discarded.",
};

function firstTab(labels: readonly ReviewLabel[], selected: number | null): PanelTab {
  if (selected !== null && !labels.some((label) => label.index === selected && label.needsAttention)) return "all";
  return labels.some((label) => label.needsAttention) ? "doubtful" : "all";
}
