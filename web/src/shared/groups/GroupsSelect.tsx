import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../api/trpc.ts";

type Props = {
  value?: string[];
  onChange?: (groups: string[]) => void;
  /** Ant Design's form gives it, for the label. */
  id?: string;
};

/** Of which groups; for admins. A field of a form. */
export function GroupsSelect({ value, onChange, id }: Props): ReactElement {
  const { data: groups } = useQuery(trpc.group.fetchGroups.queryOptions());
  return (
    <Select<string[]>
      {...(id !== undefined && { id })}
      mode="multiple"
      value={value ?? NONE}
      loading={groups === undefined}
      placeholder="None"
      optionFilterProp="label"
      notFoundContent="No such group. Make it under Users › Groups."
      options={groups?.map(({ sid, name }) => ({ value: sid, label: name })) ?? []}
      {...(onChange && { onChange })}
    />
  );
}

const NONE: string[] = [];
