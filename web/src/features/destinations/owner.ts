/** The event or group whose destinations a screen shows. */
export type Owner = { project: { slug: string } } | { group: string };
