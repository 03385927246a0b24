import { type Project, itemListCan } from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Form, Select } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { describeItemList } from "../../../shared/items/describe-item-list.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";

const NONE = "none";

/** The event's item list: one of its groups' lists, its own, or none. A choice is saved at once. */
export function EventItemList({ event }: { event: Project }): ReactElement {
  const { slug } = event;
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { data: list } = useSuspenseQuery(trpc.item.getEventItemList.queryOptions({ slug }));
  const choose = useMutation(
    trpc.item.chooseItemList.mutationOptions({
      onSuccess: (now) => {
        queryClient.setQueryData(trpc.item.getEventItemList.queryKey({ slug }), now);
        void queryClient.invalidateQueries({ queryKey: trpc.item.pathKey() });
        feedback.success("Item list changed. The readings are checked against it.");
      },
    }),
  );
  const reason = reasonOf(itemListCan.choose(event, user));
  return (
    <Form layout="vertical" className="pc-panel" style={{ padding: 24, marginTop: 16 }}>
      <Form.Item
        label="Item list"
        htmlFor="event-item-list"
        extra={
          reason ?? "The review shows the descriptions of its items, and marks codes that it does not have as doubtful."
        }
      >
        <Select<string>
          id="event-item-list"
          value={list.chosen ?? NONE}
          loading={choose.isPending}
          disabled={reason !== null || choose.isPending}
          options={[
            { value: NONE, label: "No item list" },
            ...list.choices.map((choice) => ({ value: choice.sid, label: describeItemList(choice) })),
          ]}
          onChange={(sid) => choose.mutate({ project: { slug }, list: sid === NONE ? null : sid })}
        />
      </Form.Item>
      <Link to="/projects/$projectId/items" params={{ projectId: slug }}>
        {list.version === null ? "Import an item list" : "Show the item list"}
      </Link>
    </Form>
  );
}
