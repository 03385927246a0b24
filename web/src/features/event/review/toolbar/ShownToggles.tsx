import { FilterOutlined } from "@ant-design/icons";
import { Button, Checkbox, Popover } from "antd";
import { type ReactElement, memo } from "react";
import { tooltipAttributes } from "../../../../ui/WithTooltip.tsx";
import { useHint } from "../keyboard/review-keys.ts";
import type { ResultVisibility } from "../../../../ui/displayed-results.ts";
import styles from "./Toolbar.module.css";

type Props = { shown: ResultVisibility; onChange: (changes: Partial<ResultVisibility>) => void; isFolded: boolean };

const TOGGLES = { shelves: "Shelves", stickers: "Stickers", discarded: "Discarded" } as const;

/** What is drawn on the photo. */
export const ShownToggles = memo(({ shown, onChange, isFolded }: Props): ReactElement => {
  const hints = {
    shelves: useHint("show.shelves", "Shelves on the photo"),
    stickers: useHint("show.stickers", "Stickers on the photo"),
    discarded: useHint("show.discarded", "Discarded ones on the photo"),
  };
  const boxes = (["shelves", "stickers", "discarded"] as const).map((what) => (
    <Checkbox
      key={what}
      title={hints[what]}
      checked={shown[what]}
      onChange={({ target }) => onChange({ [what]: target.checked })}
    >
      {TOGGLES[what]}
    </Checkbox>
  ));
  if (!isFolded) return <>{boxes}</>;
  return (
    <Popover trigger="click" title="On the photo" content={<div className={styles["toggles"]}>{boxes}</div>}>
      <Button
        {...tooltipAttributes("What is drawn on the photo")}
        type="text"
        icon={<FilterOutlined />}
        aria-label="Shown labels"
        aria-haspopup="dialog"
      />
    </Popover>
  );
});
