import MeasureRowContext from "antd/es/table/TableMeasureRowContext";
import { type PropsWithChildren, type ReactNode, use } from "react";

/**
 * For a column's title that can be used, such as a box to tick: a table measures its columns by a hidden row that repeats
 * their titles, where it would be one more stop for the keyboard that nobody sees.
 */
function HeaderOnly({ children }: PropsWithChildren): ReactNode {
  return use(MeasureRowContext) ? null : children;
}

export const headerOnly = (title: ReactNode): ReactNode => <HeaderOnly>{title}</HeaderOnly>;
