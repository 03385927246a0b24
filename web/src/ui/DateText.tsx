import { type ReactElement, memo } from "react";
import { dayOrTime, fullDate, shortDate } from "../shared/time/dates.ts";
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

/** A date that may be only a day, such as '28 Nov 2026', which is the same in every time zone. */
export function DayOrTimeText({ iso }: { iso: string | null }): ReactElement {
  if (iso === null) return <span className="pc-quiet">–</span>;
  const { short, full } = dayOrTime(iso);
  return (
    <WithTooltip title={full}>
      <time dateTime={iso}>{short}</time>
    </WithTooltip>
  );
}
