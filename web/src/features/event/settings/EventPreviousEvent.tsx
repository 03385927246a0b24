import { type Project, projectCan } from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Form, Select } from "antd";
import type { ReactElement } from "react";
import { reasonOf } from "../../../shared/api/reason.ts";
import { trpc } from "../../../shared/api/trpc.ts";
import { describeEarlierEvent } from "../../../shared/events/describe-earlier-event.ts";
import { feedback } from "../../../shared/feedback/feedback.ts";
import { useAuthUser } from "../../../shared/session/auth-user.ts";

const NONE = "none";

/** The earlier event with which this one is compared. A choice is saved at once. */
export function EventPreviousEvent({ event }: { event: Project }): ReactElement {
  const { slug } = event;
  const user = useAuthUser();
  const queryClient = useQueryClient();
  const { data } = useSuspenseQuery(trpc.variance.getPreviousEvent.queryOptions({ slug }));
  const choose = useMutation(
    trpc.variance.choosePreviousEvent.mutationOptions({
      onSuccess: (now) => {
        queryClient.setQueryData(trpc.variance.getPreviousEvent.queryKey({ slug }), now);
        void queryClient.invalidateQueries({ queryKey: trpc.variance.pathKey() });
        feedback.success("Earlier event changed.");
      },
    }),
  );
  const reason = reasonOf(projectCan.changeSettings(event, user));
  return (
    <Form layout="vertical" className="pc-panel" style={{ padding: 24, marginTop: 16 }}>
      <Form.Item
        label="Earlier event"
        htmlFor="event-previous"
        extra={
          reason ??
          "The variance compares areas and codes with its newest report. Only events with a report can be chosen."
        }
      >
        <Select<string>
          id="event-previous"
          value={data.chosen?.sid ?? NONE}
          loading={choose.isPending}
          disabled={reason !== null || choose.isPending}
          showSearch={{ optionFilterProp: "label" }}
          options={[
            { value: NONE, label: "No earlier event" },
            ...data.choices.map((choice) => ({ value: choice.sid, label: describeEarlierEvent(choice) })),
          ]}
          onChange={(sid) => choose.mutate({ project: { slug }, previousEvent: sid === NONE ? null : sid })}
        />
      </Form.Item>
    </Form>
  );
}
