import type { ReactElement } from "react";
import { describeItem } from "../../../../shared/items/describe-item.ts";
import { useItem } from "./use-item.ts";

/** The item of a code in one line; nothing while it is unknown. */
export function ItemText({ code }: { code: string }): ReactElement | null {
  const found = useItem(code);
  if (found === null) return null;
  const text = found === "unlisted" ? "Not in the item list" : describeItem(found);
  return (
    <bdi title={text} className={found === "unlisted" ? "pc-quiet" : ""}>
      {text}
    </bdi>
  );
}
