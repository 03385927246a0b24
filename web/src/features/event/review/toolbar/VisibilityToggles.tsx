import { FilterOutlined } from "@ant-design/icons";
import { Button, Checkbox } from "antd";
import type { ReactElement } from "react";
import { ClickPopover } from "../../../../ui/ClickPopover.tsx";
import { tooltipAttributes } from "../../../../ui/WithTooltip.tsx";
import { useKeyTooltip } from "../keyboard/review-keys.ts";
import { useReview, useSession } from "../session/session-context.ts";
import styles from "./Toolbar.module.css";

const TITLES = { shelves: "Shelves", stickers: "Stickers", discarded: "Discarded" } as const;

/** Which kinds of results are drawn on the photo. */
export function VisibilityToggles({ isFolded }: { isFolded: boolean }): ReactElement {
  const session = useSession();
  const visibility = useReview((state) => state.visibility);
  const tooltips = {
    shelves: useKeyTooltip("show.shelves", "Shelves on the photo"),
    stickers: useKeyTooltip("show.stickers", "Stickers on the photo"),
    discarded: useKeyTooltip("show.discarded", "Discarded labels on the photo"),
  };
  const boxes = (["shelves", "stickers", "discarded"] as const).map((kind) => (
    <Checkbox
      key={kind}
      title={tooltips[kind]}
      checked={visibility[kind]}
      onChange={({ target }) => session.setVisibility({ [kind]: target.checked })}
    >
      {TITLES[kind]}
    </Checkbox>
  ));
  if (!isFolded) return <>{boxes}</>;
  return (
    <ClickPopover title="On the photo" content={<div className={styles["toggles"]}>{boxes}</div>}>
      <Button
        {...tooltipAttributes("What is drawn on the photo")}
        type="text"
        icon={<FilterOutlined />}
        aria-label="Shown labels"
        aria-haspopup="dialog"
      />
    </ClickPopover>
  );
}
