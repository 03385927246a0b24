import { type ReactElement, memo } from "react";
import { fullDate, shortDate } from "../shared/time/dates.ts";
import { WithTooltip } from "./WithTooltip.tsx";

/** A short date such as 'today 05:40', with the full date as tooltip. */
export const DateText = memo(({ iso }: { iso: string | null }): ReactElement => {
  if (iso === null) return <span className="pc-quiet">–</span>;
  return (
    <WithTooltip title={fullDate(iso)}>
      <time dateTime={iso}>{shortDate(iso)}</time>
    </WithTooltip>
  );
});
