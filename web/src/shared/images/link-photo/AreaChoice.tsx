import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../api/trpc.ts";

type Props = {
  slug: string;
  onChoose: (area: { sid: string; name: string }) => void;
  onClose: () => void;
};

/** Chooses an area by its number. It replaces the button that opened it. */
export function AreaChoice({ slug, onChoose, onClose }: Props): ReactElement {
  const { data: areas, isPending } = useQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }));
  return (
    <Select
      // It replaces the button that was clicked.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      defaultOpen
      showSearch={{ optionFilterProp: "label" }}
      size="small"
      aria-label="Area"
      placeholder="Number"
      loading={isPending}
      notFoundContent={isPending ? "Looking for areas…" : "No such area. Add it under Ranges Control."}
      style={{ width: 140 }}
      options={(areas ?? []).map(({ sid, name }) => ({ value: sid, label: name }))}
      onSelect={(sid: string) => {
        const area = areas?.find((one) => one.sid === sid);
        if (area) onChoose(area);
      }}
      onBlur={onClose}
    />
  );
}
