import { EVERYONE, createProjectInputSchema } from "@precount/domain";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Collapse, Form, Input, Select } from "antd";
import { type ReactElement, useEffect } from "react";
import { trpc } from "../../shared/api/trpc.ts";
import { RangeFields, type RangeValues, isEmptyRange } from "../../shared/areas/RangeFields.tsx";
import { describeEarlierEvent } from "../../shared/events/describe-earlier-event.ts";
import { schemaRule } from "../../shared/forms/form.ts";
import { GroupsSelect } from "../../shared/groups/GroupsSelect.tsx";
import { describeItemList } from "../../shared/items/describe-item-list.ts";
import { EventModelSelect } from "../../shared/models/EventModelSelect.tsx";

/** The optional fields of a new event, as typed. */
export type EventOptions = RangeValues & {
  groups?: string[];
  storeNumber?: string;
  itemList?: string | null;
  model?: string | null;
  previousEvent?: string | null;
};

const { storeNumber: storeNumberSchema } = createProjectInputSchema.shape;
const FIELDS = new Set(["groups", "storeNumber", "from", "to", "itemList", "model", "previousEvent"]);
const DEFAULT_GROUPS = [EVERYONE];
export const isOptionField = (field: string): boolean => FIELDS.has(field);

/** The number of options that differ from an event with only a name. From and To are one. */
const countSet = ({ groups, from, to, ...others }: EventOptions): number =>
  Object.entries(others).filter(([field, value]) => isOptionField(field) && value).length +
  (isEmptyRange({ from, to }) ? 0 : 1) +
  (groups === undefined || groups.join() === EVERYONE ? 0 : 1);

/** Without the padding at the sides, so that the fields are as wide as the others of the form. */
const FLUSH = {
  root: { marginBlock: "-8px 16px" },
  header: { paddingInline: 0 },
  body: { paddingInline: 0 },
};

type Props = { isOpen: boolean; onToggle: (isOpen: boolean) => void };

/** The optional fields of a new event, closed by default: an event needs only a name. For people who may create events. */
export function EventOptionFields({ isOpen, onToggle }: Props): ReactElement {
  // Undefined before the fields are mounted.
  const values: EventOptions | undefined = Form.useWatch([]);
  const set = countSet(values ?? {});
  return (
    <Collapse
      ghost
      size="small"
      styles={FLUSH}
      activeKey={isOpen ? ["options"] : []}
      onChange={(keys) => onToggle(keys.length > 0)}
      items={[
        {
          key: "options",
          label: set === 0 ? "More options" : `More options (${set} set)`,
          // Rendered while closed, so that the form keeps the values.
          forceRender: true,
          children: <Fields groups={values?.groups} />,
        },
      ]}
    />
  );
}

function Fields({ groups = DEFAULT_GROUPS }: { groups: string[] | undefined }): ReactElement {
  const choices = useChoices(groups);
  return (
    <>
      <Form.Item name="storeNumber" label="Store number" rules={[schemaRule(storeNumberSchema)]}>
        <Input dir="auto" autoComplete="off" />
      </Form.Item>
      <RangeFields isOptional titles={{ from: "Areas from", to: "Areas to" }} />
      <Form.Item
        name="groups"
        label="Groups"
        initialValue={DEFAULT_GROUPS}
        extra="Users in these groups see the event. Admins see all events."
      >
        <GroupsSelect />
      </Form.Item>
      <Form.Item
        name="itemList"
        label="Item list"
        extra="Lists of these groups. The event can also import a list of its own."
      >
        <Select<string>
          allowClear
          placeholder="No item list"
          loading={choices === undefined}
          showSearch={{ optionFilterProp: "label" }}
          notFoundContent="These groups have no item list yet."
          options={choices?.itemLists.map((list) => ({ value: list.sid, label: describeItemList(list) })) ?? []}
        />
      </Form.Item>
      <Form.Item name="model" label="Model" extra="Reads the event's photos.">
        <EventModelSelect />
      </Form.Item>
      <Form.Item
        name="previousEvent"
        label="Earlier event"
        extra="The variance compares areas and codes with its newest report."
      >
        <Select<string>
          allowClear
          placeholder="No earlier event"
          loading={choices === undefined}
          showSearch={{ optionFilterProp: "label" }}
          notFoundContent="These groups have no event with a report."
          options={choices?.previousEvents.map((one) => ({ value: one.sid, label: describeEarlierEvent(one) })) ?? []}
        />
      </Form.Item>
    </>
  );
}

/** The item lists and earlier events of the chosen groups. Clears a value that other groups do not offer. */
function useChoices(groups: string[]) {
  const form = Form.useFormInstance<EventOptions>();
  const { data, isPlaceholderData } = useQuery(
    trpc.project.fetchCreateChoices.queryOptions({ groups }, { placeholderData: keepPreviousData }),
  );
  useEffect(() => {
    if (data === undefined || isPlaceholderData) return;
    const { itemList, previousEvent } = form.getFieldsValue();
    if (!data.itemLists.some(({ sid }) => sid === itemList)) form.setFieldValue("itemList", null);
    if (!data.previousEvents.some(({ sid }) => sid === previousEvent)) form.setFieldValue("previousEvent", null);
  }, [form, data, isPlaceholderData]);
  return data;
}
