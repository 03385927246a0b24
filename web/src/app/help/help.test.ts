import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import { expect, it } from "vitest";
import { SCREENS, helpFor } from "../../shared/help/screens.ts";
import { routeTree } from "../routes.tsx";

const ADMIN = { role: "admin" } as const;
const { routesById } = createRouter({ routeTree, history: createMemoryHistory() });

/** What draws itself and holds no other screen. */
const screens = Object.values(routesById)
  .filter(({ options, children }) => options.component !== undefined && children === undefined)
  .map(({ id }): string => id)
  .filter((id) => ["/private/", "/bare/", "/device/"].some((frame) => id.startsWith(frame)));

it("every screen of somebody signed in has help, and there is none without its screen", () => {
  expect(Object.keys(SCREENS).toSorted()).toEqual(screens.toSorted());
});

it("help is short: what a screen is for, two to six points, each word once", () => {
  for (const [id, { about, points, terms = [] }] of Object.entries(SCREENS)) {
    expect([id, about.length < 180, points.length >= 2 && points.length <= 6]).toEqual([id, true, true]);
    expect([id, new Set(terms).size]).toEqual([id, terms.length]);
  }
});

const pointsFor = (role: "admin" | "user") => helpFor("/private/projects", { role })?.points.join(" ");

it("what only admins can do is told to admins alone", () => {
  expect(pointsFor("admin")).toContain("Create Event");
  expect(pointsFor("user")).not.toContain("Create Event");
});

it("what is no screen has none", () => {
  expect(helpFor("/private", ADMIN)).toBeNull();
});
