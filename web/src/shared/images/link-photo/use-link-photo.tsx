import type { Area, AreaImage } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { feedback } from "../../feedback/feedback.ts";
import { trpc } from "../../api/trpc.ts";
import { CurrentPhotoChoice } from "./CurrentPhotoChoice.tsx";

type Photo = Pick<AreaImage, "sid" | "name" | "src">;
export type LinkPhoto = {
  isPending: boolean;
  /** Links the photo to the area, or unlinks it (null). Asks which photo counts if the area has one already. */
  link: (photo: Photo, area: Pick<Area, "sid" | "name"> | null) => Promise<void>;
  /** Makes the photo the only one of its area; the others are unlinked. */
  prefer: (photo: Photo, area: Pick<Area, "sid" | "name">) => void;
};

/** Links photos to areas manually. */
export function useLinkPhoto(slug: string): LinkPhoto {
  const { modal } = App.useApp();
  const queryClient = useQueryClient();
  const refresh = (): void => {
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAllAreasWithStatus.queryKey({ project: { slug } }) });
    void queryClient.invalidateQueries({ queryKey: trpc.area.fetchAreaImages.queryKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.image.getProjectImage.queryKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.project.fetchProjectWithImages.queryKey() });
  };
  const { mutate, isPending } = useMutation(trpc.area.linkImage.mutationOptions({ onSettled: refresh }));
  const put = (photo: Photo, area: Pick<Area, "sid" | "name"> | null, replace: boolean): void =>
    mutate(
      { imageSid: photo.sid, areaSid: area?.sid ?? null, replace },
      {
        onSuccess: () =>
          feedback.success(area === null ? "The photo is not in any area now" : `The photo is in area ${area.name}`),
      },
    );
  return {
    isPending,
    prefer: (photo, area) => put(photo, area, true),
    link: async (photo, area) => {
      if (area === null) return put(photo, null, false);
      const linked = await queryClient.fetchQuery(trpc.area.fetchAreaImages.queryOptions({ sid: area.sid }, FRESH));
      const current = linked.find(({ sid }) => sid !== photo.sid);
      if (current === undefined) return put(photo, area, false);
      let replace = true;
      void modal.confirm({
        title: `Area ${area.name} already has a photo. Which one counts?`,
        width: 560,
        icon: null,
        content: (
          <CurrentPhotoChoice current={current} added={photo} onChoose={(choice) => (replace = choice === "added")} />
        ),
        okText: "Link",
        onOk: () => put(photo, area, replace),
      });
    },
  };
}

/** Another user may have linked a photo a moment ago. */
const FRESH = { staleTime: 0 } as const;
