import { listGroups } from "../db/groups.ts";
import { procedure, router } from "./gate.ts";
import { setCollectsExamples, setCollectsExamplesInput } from "../operations/learning/change-settings.ts";
import { byProject } from "../operations/inputs.ts";
import { requireProject } from "../operations/project/require-project.ts";
import {
  byGroup,
  createGroup,
  createGroupInput,
  deleteGroup,
  fetchGroupEvents,
  fetchGroupEventsInput,
  renameGroup,
  renameGroupInput,
} from "../operations/group/groups.ts";
import {
  setProjectGroups,
  setProjectGroupsInput,
  setUserGroups,
  setUserGroupsInput,
} from "../operations/group/membership.ts";

export const groupRouter = router({
  fetchGroups: procedure("group.change").query(({ ctx }) => listGroups(ctx.db)),
  fetchGroupEvents: procedure("group.change")
    .input(fetchGroupEventsInput)
    .query(({ ctx, input }) => fetchGroupEvents(ctx, input)),
  fetchProjectGroups: procedure("group.change")
    .input(byProject)
    .query(async ({ ctx, input }) => (await requireProject(ctx, input.project.slug)).groups),
  createGroup: procedure("group.change")
    .input(createGroupInput)
    .mutation(({ ctx, input }) => createGroup(ctx, input.name)),
  renameGroup: procedure("group.change")
    .input(renameGroupInput)
    .mutation(({ ctx, input }) => renameGroup(ctx, input)),
  deleteGroup: procedure("group.change")
    .input(byGroup)
    .mutation(({ ctx, input }) => deleteGroup(ctx, input.sid)),
  setCollectsExamples: procedure("learning.manage")
    .input(setCollectsExamplesInput)
    .mutation(({ ctx, input }) => setCollectsExamples(ctx, input)),
  setUserGroups: procedure("group.change")
    .input(setUserGroupsInput)
    .mutation(({ ctx, input }) => setUserGroups(ctx, input)),
  setProjectGroups: procedure("group.change")
    .input(setProjectGroupsInput)
    .mutation(({ ctx, input }) => setProjectGroups(ctx, input)),
});
