import type { ReportRow } from "@precount/domain";

/** 'Area 12, aisle/bay 04, shelf 02'; 'No area' without any of them. */
export function describePlace({ areaCode, bayCode, shelfCode }: ReportRow): string {
  const parts = [
    areaCode === "" ? "No area" : `Area ${areaCode}`,
    bayCode === "" ? "" : `aisle/bay ${bayCode}`,
    shelfCode === "" ? "" : `shelf ${shelfCode}`,
  ];
  return parts.filter((part) => part !== "").join(", ");
}
