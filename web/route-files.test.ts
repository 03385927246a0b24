import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routeModules } from "./route-files.ts";

const SOURCE = readFileSync(join(import.meta.dirname, "src/app/routes.tsx"), "utf8");

test("every screen that the routes load is found, with its address and the frames around it", () => {
  const routes = routeModules(SOURCE);
  const loaded = [...SOURCE.matchAll(/import\("([^"]+)"\)/g)].map(([, module]) => module);
  expect(new Set(routes.flatMap(({ modules }) => modules))).toEqual(new Set(loaded));
  expect(routes).toContainEqual({ path: "/login", modules: ["../features/account/sign-in/LoginScreen.tsx"] });
  expect(routes).toContainEqual({
    path: "/",
    modules: ["./PrivateLayout.tsx", "../features/home/HomeScreen.tsx"],
  });
  expect(routes).toContainEqual({
    path: "/projects/$projectId/eventImages",
    modules: [
      "./PrivateLayout.tsx",
      "../features/event/home/EventHomeLayout.tsx",
      "../features/event/images/ImagesScreen.tsx",
    ],
  });
  // One line, and a frame without a path of its own.
  expect(routes.map(({ path }) => path)).toContain("/archives/$projectId/images/$imageId");
  expect(routes.map(({ path }) => path)).toContain("/projects/$projectId/areas/wall");
});
