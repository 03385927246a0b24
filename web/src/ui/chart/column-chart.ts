/** A column of a small chart. */
export type ChartColumn = { label: string; value: number };

export const COLUMNS_HEIGHT_PX = 40;
