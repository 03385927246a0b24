import type { ReactElement } from "react";
export function CreateEventScreen(): ReactElement { return <p>CreateEventScreen</p>; }
