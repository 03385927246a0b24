import { expect, it } from "vitest";
import { SCREENS } from "../shared/help/screens.ts";
import { SCREEN_TITLES, screenTitle } from "./screen-titles.ts";

it("the help and the browser tab use the same screen titles", () => {
  const ofHelp = Object.fromEntries(Object.entries(SCREENS).map(([id, { title }]) => [id, title]));
  expect(SCREEN_TITLES).toEqual(ofHelp);
});

it.each([
  ["/private/projects", {}, "Events"],
  ["/private/projects/$projectId/home/eventImages", { projectId: "Spring" }, "Event images – Spring"],
  [
    "/private/projects/$projectId/eventImages/images/$imageId",
    { projectId: "Spring", imageId: "0412.jpg" },
    "0412.jpg – Spring",
  ],
  // While names are loading.
  ["/private/projects/$projectId/eventImages/images/$imageId", {}, "Review of a photo"],
  ["/private/pages/$pageId/tasks/$taskId", { pageId: "Lists", taskId: "Task 12" }, "Task 12 – Lists"],
  ["/private", {}, ""],
])("%s, of %o: '%s'", (routeId, names, title) => {
  expect(screenTitle(routeId, names)).toBe(title);
});
