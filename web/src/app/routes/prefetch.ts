import { preload } from "react-dom";
import { queryClient } from "../../shared/api/query-client.ts";
import { trpc } from "../../shared/api/trpc.ts";
import { IMAGE_CACHE_OPTIONS } from "../../shared/images/image-cache-options.ts";
import { photoUrl } from "../../shared/images/photo-url.ts";
import { AUTH_USER_CACHE_OPTIONS } from "../../shared/session/auth-user.ts";

/*
 * Loaders that start a screen's queries while its code loads. They do not wait for the data and do not report errors: the screen does
 * both. Loaders run on every change of the URL, so data that is cached already is not fetched again.
 */
const FETCH_ONCE = { staleTime: Number.POSITIVE_INFINITY } as const;

type ImageParams = { projectId: string; imageId: string };

export function prefetchUser(): void {
  void queryClient.prefetchQuery(trpc.user.getAuthUser.queryOptions(undefined, AUTH_USER_CACHE_OPTIONS));
  void queryClient.prefetchQuery(trpc.meta.version.queryOptions(undefined, FETCH_ONCE));
}

export const prefetchEvent = ({ params: { projectId: slug } }: { params: { projectId: string } }): void =>
  void queryClient.prefetchQuery(trpc.project.getProject.queryOptions({ slug }, FETCH_ONCE));

export const prefetchImage = ({ params }: { params: ImageParams }): void => void prefetchImageAndPhoto(params);

async function prefetchImageAndPhoto({ projectId: projectSlug, imageId: imageSid }: ImageParams): Promise<void> {
  const options = { ...IMAGE_CACHE_OPTIONS, ...FETCH_ONCE };
  const query = trpc.image.getProjectImage.queryOptions({ projectSlug, imageSid }, options);
  await queryClient.prefetchQuery(query);
  const image = queryClient.getQueryData(query.queryKey);
  // The first size that the review shows (see usePhoto). The browser loads it before the review renders.
  if (image) preload(photoUrl(image.src, 2048), { as: "image", fetchPriority: "high" });
}

/** Loading thousands of areas takes as long as loading the screen's code. */
export const prefetchAreas = ({ params: { projectId: slug } }: { params: { projectId: string } }): void =>
  void queryClient.prefetchQuery(trpc.area.fetchAllAreasWithStatus.queryOptions({ project: { slug } }, FETCH_ONCE));
