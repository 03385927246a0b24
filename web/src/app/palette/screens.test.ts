import { describe, expect, it } from "vitest";
import { matchTitles, screensFor } from "./screens.ts";

const admin = { role: "admin" } as const;
const user = { role: "user" } as const;
const pathsOf = (...given: Parameters<typeof screensFor>): string[] => screensFor(...given).map(({ path }) => path);

describe("screensFor", () => {
  it("lists the screens without an event, and only those that the role may open", () => {
    expect(pathsOf(user, null)).toEqual(expect.arrayContaining(["/", "/projects", "/archives", "/account", "/verify"]));
    expect(pathsOf(user, null).filter((path) => /users|models|status|create/.test(path))).toEqual([]);
    expect(pathsOf(admin, null)).toEqual(
      expect.arrayContaining(["/users", "/users/create", "/users/groups", "/users/audit", "/models", "/status"]),
    );
    expect(pathsOf(admin, null).filter((path) => path.includes("$"))).toEqual([]);
  });

  it("adds the screens of the open event", () => {
    const paths = pathsOf(user, { slug: "spring", isArchived: false });
    expect(paths).toEqual(
      expect.arrayContaining([
        "/projects/spring/eventImages",
        "/projects/spring/areas",
        "/projects/spring/areas/wall",
        "/projects/spring/capture",
        "/projects/spring/settings",
        "/projects/spring/crops",
      ]),
    );
    expect(paths.filter((path) => /\$|archives\/|home|import|destinations/.test(path))).toEqual([]);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it("has the screens of an archived event under Archives only", () => {
    const paths = pathsOf(admin, { slug: "old", isArchived: true }).filter((path) => path.includes("old"));
    expect(paths.toSorted()).toEqual(["/archives/old", "/archives/old/areas", "/archives/old/areas/gaps"]);
  });
});

it("matches titles by all words, in any order and case, and begins with those that start with the first word", () => {
  const titles = ["Import item list", "Item list", "Events", "Item list of a group"].map((title) => ({ title }));
  expect(matchTitles(titles, "item LIST").map(({ title }) => title)).toEqual([
    "Item list",
    "Item list of a group",
    "Import item list",
  ]);
  expect(matchTitles(titles, "(.*")).toEqual([]);
  expect(matchTitles(titles, "  ")).toHaveLength(4);
});
