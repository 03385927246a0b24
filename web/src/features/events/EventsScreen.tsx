import type { ReactElement } from "react";
export function EventsScreen(): ReactElement { return <p>e</p>; }
export function ArchivesScreen(): ReactElement { return <p>e</p>; }
