import type { ReactElement } from "react";
export function ImagesScreen(): ReactElement {
  return <p>ImagesScreen</p>;
}
