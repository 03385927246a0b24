/** TEMPORARY: what contract.md promises, until the server's AppRouter is there. Types only. */
import { initTRPC } from "@trpc/server";
import type * as D from "@precount/domain";
import { z } from "zod";
const t = initTRPC.create();
const q = <I, O>() =>
  t.procedure
    .input((v: unknown) => v as I)
    .query((): O => {
      throw new Error("stub");
    });
const m = <I, O>() =>
  t.procedure
    .input((v: unknown) => v as I)
    .mutation((): O => {
      throw new Error("stub");
    });
void z;
type Paging = { page?: number; pageSize?: number; search?: string; sort?: string };
const router = t.router({
  meta: t.router({ version: q<void, { version: string; commit: string; issuesUrl: string | null }>() }),
  user: t.router({
    login: m<{ email: string; password: string; remember?: boolean }, D.LoginResponse>(),
    logout: m<{} | void, { ok: true }>(),
    getAuthUser: q<void, D.AuthUser>(),
  }),
  home: t.router({
    fetchStats: q<void, { projects: number; images: number; imageDetections: number; objectDetections: number }>(),
  }),
  breadcrumb: t.router({ fetchBreadcrumbs: q<Record<string, string>, Record<string, string>>() }),
  project: t.router({
    fetchProjects: q<
      Paging & { isArchived?: boolean; status?: D.ProjectStatus[] },
      { items: D.ProjectListItem[]; total: number }
    >(),
    getProject: q<{ slug: string }, D.Project>(),
    fetchProjectWithImages: q<
      Paging & { slug: string; status?: D.ImageStatus[] },
      { project: D.Project; images: D.ImageListItem[]; total: number; counts: Partial<Record<D.ImageStatus, number>> }
    >(),
    createProject: m<{ name: string; slug?: string; preview?: boolean }, D.Project>(),
    discardProject: m<{ slug: string }, D.Project>(),
    reopenProject: m<{ slug: string }, D.Project>(),
    archiveProject: m<{ slug: string }, D.Project>(),
    recoverProject: m<{ slug: string }, D.Project>(),
    activateProject: m<{ slug: string }, D.Project>(),
    deleteProject: m<{ slug: string }, { slug: string }>(),
    completeProject: m<{ slug: string }, { project: D.Project; report: { sid: string; title: string } }>(),
    getProjectReport: q<{ reportSid: string }, D.Report>(),
    setProjectSettings: m<{ project: { slug: string }; settings: D.ProjectSettings }, D.Project>(),
    analyzeProject: m<{ project: { slug: string }; model: { sid: string } }, { queued: number; skipped: number }>(),
  }),
  image: t.router({
    getProjectImage: q<{ projectSlug: string; imageSid: string }, D.Image>(),
    listProjectImageSids: q<Paging & { slug: string; status?: D.ImageStatus[] }, { sids: string[] }>(),
    runImageDetection: m<{ sid: string; modelSid: string }, D.Image>(),
    retryJob: m<{ imageSid: string; jobId: string }, D.Image>(),
    rotateImage: m<{ imageSid: string; rotation: D.Rotation }, D.Image>(),
    rejectImage: m<{ sid: string }, D.Image>(),
    recoverImage: m<{ sid: string }, D.Image>(),
    setActiveImageDetection: m<{ sid: string }, D.ImageDetection>(),
  }),
  imageDetection: t.router({
    deleteImageDetection: m<{ sid: string }, D.ImageDetection>(),
    validateImageDetection: m<{ sid: string }, D.ImageDetection>(),
    invalidateImageDetection: m<{ sid: string }, D.ImageDetection>(),
    activate: m<{ sid: string }, D.ImageDetection>(),
    pushImageDetectionPatches: m<
      { sid: string; patches: D.Patch[]; revision?: number; key?: string },
      D.ImageDetection
    >(),
    pullImageDetectionPatches: m<{ sid: string; index?: number }, D.ImageDetection>(),
  }),
  model: t.router({ fetchModels: q<void, D.Model[]>() }),
});
export type AppRouter = typeof router;
