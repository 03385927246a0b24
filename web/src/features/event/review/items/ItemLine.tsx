import { Tag } from "antd";
import type { ReactElement } from "react";
import { describeItem } from "../../../../shared/items/describe-item.ts";
import type { DisplayedResult } from "../../../../ui/displayed-results.ts";
import { useReview } from "../session/session-context.ts";
import styles from "./ItemLine.module.css";
import { useItem } from "./use-item.ts";

/** The item of a sticker's code. Its line is reserved whenever the event has an item list, so that nothing moves. */
export function ItemLine({ item: { result } }: { item: DisplayedResult }): ReactElement | null {
  const hasList = useReview(({ detection }) => detection.itemCodes !== null);
  const found = useItem(result.code.value);
  if (!hasList || result.label !== "sticker") return null;
  const isUnlisted = found === "unlisted";
  const text = found === null ? "" : isUnlisted ? "Not in the item list" : describeItem(found);
  return (
    <div className={styles["line"]} data-unlisted={isUnlisted}>
      <bdi className={styles["text"]} title={text}>
        {text}
      </bdi>
      {result.code.listing === "proposed" && (
        <Tag color="purple" title="This code is in the item list. The code that was read is not, or is less likely.">
          From the item list
        </Tag>
      )}
    </div>
  );
}
