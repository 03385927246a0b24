import { type AreaStatus, AREA_STATUSES } from "../area/area.ts";

/** The counts of an event that its progress and the remaining work follow from. */
export type EventCounts = {
  images: {
    total: number;
    /** Approved or rejected. */
    settled: number;
    /** Approved photos of areas with another current photo that need a decision (PD-67). */
    undecided: number;
    /** Photos without an area that are not rejected; 0 in an event without areas (PD-69). */
    withoutArea: number;
  };
};

/** Why an event is not finished, in the order in which people work. */
export type RemainingWork = {
  kind: "photos" | "review" | "decide" | "no-area";
  text: string;
  /** Whether the event cannot be completed before. */
  isBlocking: boolean;
};

const figure = (count: number): string => count.toLocaleString("en-GB");
const many = (count: number, one: string, several: string): string => `${figure(count)} ${count === 1 ? one : several}`;

/** The remaining work of an event. The Complete rule, its button and the event's page all use this list (PD-68). */
export function remainingWork({ images }: EventCounts): RemainingWork[] {
  const { total, settled, undecided, withoutArea } = images;
  const open = total - settled;
  const work: (RemainingWork & { applies: boolean })[] = [
    { kind: "photos", applies: total === 0, isBlocking: true, text: "This event has no photos yet" },
    {
      kind: "review",
      applies: open > 0,
      isBlocking: true,
      text: `${many(open, "image", "images")} still to approve or reject`,
    },
    {
      kind: "decide",
      applies: undecided > 0,
      isBlocking: true,
      text: many(undecided, "photo needs a decision: count it or not", "photos need a decision: count them or not"),
    },
    {
      kind: "no-area",
      applies: withoutArea > 0,
      isBlocking: false,
      text: many(withoutArea, "photo without an area", "photos without an area"),
    },
  ];
  return work.flatMap(({ applies, ...one }) => (applies ? [one] : []));
}

/** Progress of an event's areas. Voided areas count as accounted for (PD-33). */
export type AreaProgress = { total: number; accountedFor: number };

/** Number of areas by status. */
export type AreaCounts = Readonly<Record<AreaStatus, number>>;

/** The areas that need no more work: approved or voided. */
export const areaProgress = (counts: AreaCounts): AreaProgress => ({
  total: AREA_STATUSES.reduce((sum, status) => sum + counts[status], 0),
  accountedFor: counts.approved + counts.voided,
});

/** `28 of 39 areas accounted for` */
export const describeAreaProgress = ({ total, accountedFor }: AreaProgress): string =>
  `${figure(accountedFor)} of ${figure(total)} ${total === 1 ? "area" : "areas"} accounted for`;

/** `214 of 345 images approved or rejected`: the meaning of the progress percentage, which is the same on every screen. */
export const describeImageProgress = ({ total, settled }: { total: number; settled: number }): string =>
  `${figure(settled)} of ${figure(total)} ${total === 1 ? "image" : "images"} approved or rejected`;
