import { Button } from "antd";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";

type Props = { isFiltered: boolean; reason: string | null; onAdd: () => void; onClear: () => void };

/** No area at all, or none that the filter lets through. */
export function NoAreas({ isFiltered, reason, onAdd, onClear }: Props): ReactElement {
  return isFiltered ? (
    <EmptyState text="No area is like that.">
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  ) : (
    <EmptyState text="No areas yet. Add the numbers of the store's shelf areas, and each of them is kept accounted for.">
      <ReasonButton type="primary" reason={reason} onClick={onAdd}>
        Add areas
      </ReasonButton>
    </EmptyState>
  );
}
