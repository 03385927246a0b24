import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../api/trpc.ts";

type Props = {
  value?: string[];
  onChange?: (groups: string[]) => void;
  /** Set by Ant Design's form to connect the label. */
  id?: string;
};

/** A form field to choose groups, for admins. */
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
      notFoundContent="No matching group. Create groups under Users › Groups."
      options={groups?.map(({ sid, name }) => ({ value: sid, label: name })) ?? []}
      {...(onChange && { onChange })}
    />
  );
}

const NONE: string[] = [];
