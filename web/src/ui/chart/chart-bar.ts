/** A bar of a chart. */
export type ChartBar = { key: string; label: string; value: number };

/** Height of a bar with its gap. */
export const BAR_HEIGHT_PX = 28;
