import { describe, expect, it } from "vitest";
import { crumbsFor, shortenCrumbs } from "./breadcrumbs.ts";

describe("S2.07 breadcrumbs", () => {
  const params = { projectId: "spring", imageId: "abc" };
  const names = { projectId: "Spring count", imageId: "0412.jpg" };
  const crumbs = crumbsFor("/projects/spring/eventImages/images/abc", params, names);

  it("uses the specified labels and the names of event and image", () => {
    expect(crumbs.map(({ label }) => label)).toEqual(["Events", "Spring count", "Event Images", "Images", "0412.jpg"]);
  });

  it("links parent pages only, not the current page", () => {
    expect(crumbs.map(({ to }) => to)).toEqual([
      "/projects",
      "/projects/spring",
      "/projects/spring/eventImages",
      null,
      null,
    ]);
  });

  it("leaves out unknown segments and ids without a name", () => {
    expect(crumbsFor("/projects/spring/elsewhere", { projectId: "spring" }, {})).toEqual([
      { label: "Events", to: "/projects" },
    ]);
    expect(crumbsFor("/nowhere", {}, {})).toEqual([]);
  });

  it("links a task to its page even when their ids are equal", () => {
    const task = crumbsFor(
      "/pages/12/tasks/12",
      { pageId: "12", taskId: "12" },
      { pageId: "Twelve", taskId: "Task 12" },
    );
    expect(task).toEqual([
      { label: "Pages", to: "/pages" },
      { label: "Twelve", to: "/pages/12/tasks" },
      { label: "Task 12", to: null },
    ]);
    const page = crumbsFor("/pages/12/tasks", { pageId: "12" }, { pageId: "Twelve" });
    expect(page.at(-1)).toEqual({ label: "Twelve", to: null });
  });

  it("shortens to the link back and the current page", () => {
    expect(shortenCrumbs(crumbs).map(({ label }) => label)).toEqual(["Event Images", "0412.jpg"]);
    expect(shortenCrumbs(crumbs.slice(0, 1))).toEqual(crumbs.slice(0, 1));
  });
});
