/** The owner of the item list on a screen. */
export type Owner = { project: { slug: string } } | { group: string };

/** The route of the list and of its import. */
export const pathsOf = (owner: Owner) =>
  "project" in owner
    ? ({
        list: { to: "/projects/$projectId/items", params: { projectId: owner.project.slug } },
        import: { to: "/projects/$projectId/items/import", params: { projectId: owner.project.slug } },
        upload: `/api/projects/${encodeURIComponent(owner.project.slug)}/items/import`,
      } as const)
    : ({
        list: { to: "/users/groups/$groupId/items", params: { groupId: owner.group } },
        import: { to: "/users/groups/$groupId/items/import", params: { groupId: owner.group } },
        upload: `/api/groups/${encodeURIComponent(owner.group)}/items/import`,
      } as const);
