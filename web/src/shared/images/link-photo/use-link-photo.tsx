import type { Area, AreaImage } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { feedback } from "../../feedback/feedback.ts";
import { trpc } from "../../api/trpc.ts";
import { CurrentPhotoChoice } from "./CurrentPhotoChoice.tsx";

type Photo = Pick<AreaImage, "sid" | "name" | "src">;
export type LinkPhoto = {
  isPending: boolean;
  /** Says that the photo shows the area, or none; asks which counts when the area has one already. */
  link: (photo: Photo, area: Pick<Area, "sid" | "name"> | null) => Promise<void>;
  /** Of an area's photos this one counts; the others are taken off it. */
  prefer: (photo: Photo, area: Pick<Area, "sid" | "name">) => void;
};

/** Links photos to areas by hand. */
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
          feedback.success(area === null ? "The photo is of no area now" : `The photo is of area ${area.name} now`),
      },
    );
  return {
    isPending,
    prefer: (photo, area) => put(photo, area, true),
    link: async (photo, area) => {
      if (area === null) return put(photo, null, false);
      const there = await queryClient.fetchQuery(trpc.area.fetchAreaImages.queryOptions({ sid: area.sid }, FRESH));
      const counts = there.find(({ sid }) => sid !== photo.sid);
      if (counts === undefined) return put(photo, area, false);
      let replace = true;
      void modal.confirm({
        title: `Area ${area.name} has a photo already. Which counts?`,
        width: 560,
        icon: null,
        content: (
          <CurrentPhotoChoice there={counts} added={photo} onChoose={(choice) => (replace = choice === "added")} />
        ),
        okText: "Link",
        onOk: () => put(photo, area, replace),
      });
    },
  };
}

/** Somebody else may have linked one a moment ago. */
const FRESH = { staleTime: 0 } as const;
