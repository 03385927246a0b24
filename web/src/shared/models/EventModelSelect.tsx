import { type Model, canBeEventModel, modelForEvent } from "@precount/domain";
import { useQuery } from "@tanstack/react-query";
import { Select } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../api/trpc.ts";
import { useAuthUser } from "../session/auth-user.ts";

type Props = { id?: string; value?: string | null; onChange?: (sid: string | null) => void };

const NO_CHOICE = { modelSid: null, groups: [] };

/** A form field for the model that reads an event's new photos. Empty means the default model. */
export function EventModelSelect({ id, value = null, onChange }: Props): ReactElement {
  const user = useAuthUser();
  const { data: models, isPending } = useQuery(trpc.model.fetchModels.queryOptions(undefined, { staleTime: 60_000 }));
  const offered = models?.filter((model) => canBeEventModel(user, model).ok) ?? [];
  const options = offered.map(({ sid, title, status }) => ({
    value: sid,
    label: status === "active" ? title : `${title} (${status})`,
  }));
  const isMissing = models !== undefined && value !== null && !offered.some(({ sid }) => sid === value);
  return (
    <Select<string | null>
      {...(id !== undefined && { id })}
      value={models === undefined ? null : value}
      loading={isPending}
      allowClear
      showSearch={{ optionFilterProp: "label" }}
      placeholder={models === undefined ? "" : describeDefault(modelForEvent(models, NO_CHOICE))}
      options={isMissing ? [{ value, label: unusable(models, value) }, ...options] : options}
      notFoundContent="No model is available. An admin can add one to the server."
      onChange={(sid) => onChange?.(sid ?? null)}
    />
  );
}

const describeDefault = (model: Model | null): string =>
  model === null ? "Default model" : `Default model (now ${model.title})`;

/** A model that was chosen earlier and that can no longer be chosen. The list of models of a user who is no admin may not have it. */
const unusable = (models: readonly Model[], value: string): string =>
  `${models.find(({ sid }) => sid === value)?.title ?? "Another model"} (no longer offered, the default model is used)`;
