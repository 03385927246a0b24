import { expect, test } from "vitest";
import { readRoutes, routeModules } from "./route-files.ts";

const SOURCE = readRoutes();

test("finds every screen of the routes with its path and its layouts", () => {
  const routes = routeModules(SOURCE);
  const loaded = [...SOURCE.matchAll(/import\("([^"]+)"\)/g)].map(([, module]) => module);
  expect(new Set(routes.flatMap(({ modules }) => modules))).toEqual(new Set(loaded));
  expect(routes).toContainEqual({ path: "/login", modules: ["../../features/account/sign-in/LoginScreen.tsx"] });
  expect(routes).toContainEqual({
    path: "/",
    modules: ["../PrivateLayout.tsx", "../../features/home/HomeScreen.tsx"],
  });
  expect(routes).toContainEqual({
    path: "/projects/$projectId/eventImages",
    modules: [
      "../PrivateLayout.tsx",
      "../../features/event/home/EventHomeLayout.tsx",
      "../../features/event/images/ImagesScreen.tsx",
    ],
  });
  // A route on one line, and a layout without a path.
  expect(routes.map(({ path }) => path)).toContain("/archives/$projectId/images/$imageId");
  expect(routes.map(({ path }) => path)).toContain("/projects/$projectId/areas/wall");
});
