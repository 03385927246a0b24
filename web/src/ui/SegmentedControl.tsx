import { Segmented, type SegmentedProps } from "antd";
import type { ReactElement } from "react";

/** A choice between a few options. It has one Tab stop: the chosen option. Ant Design's own has a second one around its options. */
export function SegmentedControl<T extends string>(props: SegmentedProps<T> & { "aria-label": string }): ReactElement {
  return <Segmented<T> {...props} tabIndex={-1} />;
}
