import type { ReactElement } from "react";
export function EventHomeLayout(): ReactElement { return <p>EventHomeLayout</p>; }
