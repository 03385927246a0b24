import { CloseOutlined } from "@ant-design/icons";
import { Button } from "antd";
import type { ReactElement } from "react";
import { useMedia } from "../../../../shared/browser/use-media.ts";
import { useTimeLeft } from "../../../../shared/time/use-time-left.ts";
import { ActionMenu } from "../../../../ui/ActionMenu.tsx";
import { ReasonButton } from "../../../../ui/ReasonButton.tsx";
import styles from "../Images.module.css";
import type { BulkProgress } from "./use-bulk.ts";
import { BULK_TEXTS, OFFERED_VERBS, type OfferedVerb } from "./texts.ts";

type Props = {
  count: number;
  /** The number of images that match the filters. */
  total: number;
  /** Why the actions are disabled, such as a closed event; null when they are enabled. */
  reason: string | null;
  progress: BulkProgress | null;
  isSelectingAll: boolean;
  onSelectAll: () => void;
  onClear: () => void;
  onRun: (verb: OfferedVerb) => void;
};

/** The actions that fit on a phone; the others are in the menu. */
const MAIN_VERBS: readonly OfferedVerb[] = ["validate", "reject"];

/** The actions for the selected images. */
export function BulkBar(props: Props): ReactElement {
  const { count, total, progress, onRun } = props;
  const isNarrow = useMedia("(max-width: 900px)");
  const left = useTimeLeft(progress?.count ?? 0, progress?.total ?? 0);
  const busy = props.isSelectingAll
    ? "Please wait: all images are being selected."
    : progress && `Please wait: ${progress.count} of ${progress.total} are done.`;
  const reason = busy ?? props.reason;
  const menu = OFFERED_VERBS.filter((verb) => !MAIN_VERBS.includes(verb)).map((verb) => ({
    key: verb,
    title: BULK_TEXTS[verb].title,
    reason,
    run: () => onRun(verb),
  }));
  const all = {
    key: "all",
    title: `Select all ${total}`,
    reason: count < total ? null : "All images are selected.",
    run: props.onSelectAll,
  };
  return (
    <section className={styles["bulk"]} aria-label="Selected images" data-transient>
      <strong aria-live="polite" className={styles["selected"]}>
        {progress ? `${progress.count} of ${progress.total}` : `${count} selected`}
      </strong>
      {progress && (
        <progress max={progress.total} value={progress.count} aria-label="Progress of the selected images" />
      )}
      {left !== null && <span className="pc-quiet">{left}</span>}
      {(isNarrow ? MAIN_VERBS : OFFERED_VERBS).map((verb) => (
        <ReasonButton
          key={verb}
          reason={reason}
          loading={progress?.verb === verb}
          danger={verb === "reject"}
          onClick={() => onRun(verb)}
        >
          {BULK_TEXTS[verb].title}
        </ReasonButton>
      ))}
      {isNarrow && <ActionMenu label="More for the selected images" actions={[...menu, all]} />}
      {!isNarrow && count < total && (
        <Button type="link" loading={props.isSelectingAll} onClick={props.onSelectAll}>
          {all.title}
        </Button>
      )}
      <span className="pc-grow" />
      <Button type="text" icon={<CloseOutlined />} aria-label="Clear selection" onClick={props.onClear} />
    </section>
  );
}
