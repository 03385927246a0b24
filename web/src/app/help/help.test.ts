import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { SCREENS, helpFor } from "../../shared/help/screens.ts";
import { routeTree } from "../routes.tsx";

const ADMIN = { role: "admin" } as const;
const { routesById } = createRouter({ routeTree, history: createMemoryHistory() });

/** Routes that render a screen and have no child routes. */
const screens = Object.values(routesById)
  .filter(({ options, children }) => options.component !== undefined && children === undefined)
  .map(({ id }): string => id)
  .filter((id) => ["/private/", "/bare/", "/device/"].some((frame) => id.startsWith(frame)));

it("every screen behind the sign-in has help, and every help text has a screen", () => {
  expect(Object.keys(SCREENS).toSorted()).toEqual(screens.toSorted());
});

it("help is short: a purpose below 180 characters, two to six points, each term once", () => {
  for (const [id, { about, points, terms = [] }] of Object.entries(SCREENS)) {
    expect([id, about.length < 180, points.length >= 2 && points.length <= 6]).toEqual([id, true, true]);
    expect([id, new Set(terms).size]).toEqual([id, terms.length]);
  }
});

const pointsFor = (role: "admin" | "user") => helpFor("/private/projects", { role })?.points.join(" ");

it("points about admin actions are shown to admins only", () => {
  expect(pointsFor("admin")).toContain("Create Event");
  expect(pointsFor("user")).not.toContain("Create Event");
});

it("a layout route has no help", () => {
  expect(helpFor("/private", ADMIN)).toBeNull();
});
