import MeasureRowContext from "antd/es/table/TableMeasureRowContext";
import { type PropsWithChildren, type ReactNode, use } from "react";

/**
 * For a column title with a control, such as a checkbox. Ant Design measures columns with a hidden row that repeats the titles,
 * where the control would be an invisible tab stop.
 */
function HeaderOnly({ children }: PropsWithChildren): ReactNode {
  return use(MeasureRowContext) ? null : children;
}

export const headerOnly = (title: ReactNode): ReactNode => <HeaderOnly>{title}</HeaderOnly>;
