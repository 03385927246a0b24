import type { Area, AreaImage } from "@precount/domain";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { App } from "antd";
import { feedback } from "../../feedback/feedback.ts";
import { trpc } from "../../api/trpc.ts";
import { CurrentPhotoChoice, type LinkChoice } from "./CurrentPhotoChoice.tsx";

type Photo = Pick<AreaImage, "sid" | "name" | "src">;
export type LinkPhoto = {
  isPending: boolean;
  /** Links the photo to the area, or unlinks it (null). Asks which photo counts if the area has one already. */
  link: (photo: Photo, area: Pick<Area, "sid" | "name"> | null) => Promise<void>;
  /** Makes the photo the only one of its area that counts. */
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
    void queryClient.invalidateQueries({ queryKey: trpc.project.getProject.queryKey({ slug }) });
  };
  const { mutate, isPending } = useMutation(trpc.area.linkImage.mutationOptions({ onSettled: refresh }));
  const put = (photo: Photo, area: Pick<Area, "sid" | "name"> | null, choice: LinkChoice | null): void =>
    mutate(
      {
        imageSid: photo.sid,
        areaSid: area?.sid ?? null,
        replace: choice === "added",
        countsToo: choice === "both",
      },
      {
        onSuccess: () =>
          feedback.success(area === null ? "The photo is not in any area now" : `The photo is in area ${area.name}`),
      },
    );
  return {
    isPending,
    prefer: (photo, area) => put(photo, area, "added"),
    link: async (photo, area) => {
      if (area === null) return put(photo, null, null);
      const linked = await queryClient.fetchQuery(trpc.area.fetchAreaImages.queryOptions({ sid: area.sid }, FRESH));
      const current = linked.find(({ sid, status }) => sid !== photo.sid && status !== "rejected");
      if (current === undefined) return put(photo, area, null);
      let choice: LinkChoice = "added";
      void modal.confirm({
        title: `Area ${area.name} already has a photo. Which one counts?`,
        width: 560,
        icon: null,
        content: <CurrentPhotoChoice current={current} added={photo} onChoose={(chosen) => (choice = chosen)} />,
        okText: "Link",
        onOk: () => put(photo, area, choice),
      });
    },
  };
}

/** Another user may have linked a photo a moment ago. */
const FRESH = { staleTime: 0 } as const;
