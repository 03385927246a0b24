import { type Model, isModelOffered } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Select, Tag } from "antd";
import { type ReactElement, useEffect } from "react";
import { useAuthUser } from "../session/auth-user.ts";
import { trpc } from "../api/trpc.ts";

type Props = { id?: string; value?: string | undefined; onChange?: (sid: string) => void };

/**
 * Selects one of the models the user may run: retired models never, preview models for admins only (PD-11). The only model is selected
 * at once.
 */
export function ModelSelect({ id, value, onChange }: Props): ReactElement {
  const user = useAuthUser();
  const { data: models, isPending } = useQuery(trpc.model.fetchModels.queryOptions(undefined, { staleTime: 60_000 }));
  const offered = models?.filter((model) => isModelOffered(user, model)) ?? [];
  const [first, second] = offered;
  const only = second === undefined ? first?.sid : undefined;
  useEffect(() => {
    if (only !== undefined && value === undefined) onChange?.(only);
  }, [only, value, onChange]);
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label="Model"
      placeholder="Choose a model"
      loading={isPending}
      value={value ?? null}
      onChange={(sid: string | null) => sid !== null && onChange?.(sid)}
      options={offered.map((model) => ({ value: model.sid, label: titleOf(model), model }))}
      optionRender={({ data }) => optionOf(data.model)}
      notFoundContent="No model is available. An admin can add one to the server."
      style={{ minWidth: 200, width: "100%" }}
    />
  );
}

const optionOf = ({ title, status }: Model): ReactElement => (
  <>
    {title} {status !== "active" && <Tag variant="outlined">{status}</Tag>}
  </>
);
const titleOf = ({ title, status }: Model): string => (status === "active" ? title : `${title} (${status})`);
