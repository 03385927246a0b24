import type { Area } from "@precount/domain";

/** The text of the question before an area is voided (PD-33). */
export const describeVoid = ({ name, status, imageSid, photos }: Area): string =>
  `Area ${name} stays in the list and counts as accounted for.${imageSid === null || status === "rejected" ? "" : ` The stickers of its ${photos === 1 ? "photo" : "photos"} will not be counted.`}`;
