import { type ImageListItem, SUCCESS, imageCan } from "@precount/domain";
import { useMutation, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { feedback } from "../../lib/feedback.ts";
import { reasonOf } from "../../lib/reason.ts";
import { trpc } from "../../lib/trpc.ts";
import { ActionMenu } from "../../ui/ActionMenu.tsx";

export function RowActions({ slug, image }: { slug: string; image: ImageListItem }): ReactElement {
  const queryClient = useQueryClient();
  const { data: event } = useSuspenseQuery(trpc.project.getProject.queryOptions({ slug }));
  const done = (text: string) => (): void => {
    feedback.success(text);
    void queryClient.invalidateQueries({ queryKey: trpc.project.pathKey() });
  };
  const reject = useMutation(trpc.image.rejectImage.mutationOptions({ onSuccess: done(SUCCESS.imageRejected) }));
  const recover = useMutation(trpc.image.recoverImage.mutationOptions({ onSuccess: done(SUCCESS.imageRecovered) }));
  const { sid, name } = image;
  return (
    // A click on the row opens the photo; one in here does not. The menu itself is what is pressed.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <span onClick={(click) => click.stopPropagation()}>
      <ActionMenu
        label={`Actions for ${name}`}
        actions={[
          image.status === "rejected"
            ? {
                key: "recover",
                title: "Recover",
                reason: reasonOf(imageCan.recover(image, event)),
                run: () => recover.mutate({ sid }),
              }
            : {
                key: "reject",
                title: "Reject",
                danger: true,
                reason: reasonOf(imageCan.reject(image, event)),
                run: () => reject.mutate({ sid }),
              },
          {
            key: "download",
            title: "Download photo",
            reason: null,
            run: () => void window.open(`/api/images/${sid}/download`, "_blank", "noopener"),
          },
        ]}
      />
    </span>
  );
}
