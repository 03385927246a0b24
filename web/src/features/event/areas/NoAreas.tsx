import { Button } from "antd";
import type { ReactElement } from "react";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { ReasonButton } from "../../../ui/ReasonButton.tsx";

type Props = { isFiltered: boolean; reason: string | null; onAdd: () => void; onClear: () => void };

/** Shown for an event without areas and for a filter without matches. */
export function NoAreas({ isFiltered, reason, onAdd, onClear }: Props): ReactElement {
  return isFiltered ? (
    <EmptyState text="No area matches.">
      <Button onClick={onClear}>Clear filters</Button>
    </EmptyState>
  ) : (
    <EmptyState text="No areas yet. Add the numbers of the store's areas to track which ones are photographed.">
      <ReasonButton type="primary" reason={reason} onClick={onAdd}>
        Add areas
      </ReasonButton>
    </EmptyState>
  );
}
