import { type LearningSettings, NEW_EXAMPLES_TO_LEARN } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Checkbox } from "antd";
import type { ReactElement } from "react";
import { trpc } from "../../../shared/api/trpc.ts";
import { formatCount } from "./texts.ts";
import styles from "./Learning.module.css";

/** The settings of automatic training and promotion. A choice is saved at once. */
export function LearningSettingsForm({ settings }: { settings: LearningSettings }): ReactElement {
  const queryClient = useQueryClient();
  const save = useMutation(
    trpc.learning.updateSettings.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.learning.pathKey() }),
    }),
  );
  return (
    <fieldset className={styles["settings"]}>
      <legend>Without a person</legend>
      <Checkbox
        checked={settings.startsAutomatically}
        onChange={({ target }) => save.mutate({ startsAutomatically: target.checked })}
      >
        Learn after {formatCount(NEW_EXAMPLES_TO_LEARN)} new stickers, at most once a day
      </Checkbox>
      <Checkbox
        checked={settings.promotesAutomatically}
        onChange={({ target }) => save.mutate({ promotesAutomatically: target.checked })}
      >
        Use a new model if it is proven better
      </Checkbox>
    </fieldset>
  );
}
