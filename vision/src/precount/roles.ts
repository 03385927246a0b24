/** The networks of a model trained in training/, by what they do. */
export const ROLES = ["detector", "reader", "field"] as const;
export type Role = (typeof ROLES)[number];
