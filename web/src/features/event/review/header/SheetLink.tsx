import { Link } from "@tanstack/react-router";
import type { ReactElement } from "react";
import { toProofSheet } from "../../../../shared/images/event-section.ts";
import { WithTooltip } from "../../../../ui/WithTooltip.tsx";
import styles from "../Review.module.css";
import { useSession } from "../session/session-context.ts";

/** To the photos without doubts, which wait to be approved together. @param count how many they are */
export function SheetLink({ count }: { count: number }): ReactElement | null {
  const { slug } = useSession().ref;
  if (count === 0) return null;
  return (
    <WithTooltip title="Photos without doubts: compare and approve them together on the proof sheet">
      <Link {...toProofSheet(slug)} replace className={styles["sheetLink"] ?? ""}>
        {count} to approve
      </Link>
    </WithTooltip>
  );
}
