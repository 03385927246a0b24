import { shortDate } from "../time/dates.ts";

type EarlierEvent = { name: string; storeNumber: string | null; reportedAt: string };

/** 'Autumn count, store 0042 (12 Sep 05:40)' */
export const describeEarlierEvent = ({ name, storeNumber, reportedAt }: EarlierEvent): string =>
  `${name}${storeNumber === null ? "" : `, store ${storeNumber}`} (${shortDate(reportedAt)})`;
