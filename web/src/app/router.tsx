import { createRouter } from "@tanstack/react-router";
import { parseSearch, stringifySearch } from "../shared/paging/search.ts";
import { NotFoundScreen } from "../ui/ErrorScreen.tsx";
import { Loading } from "../ui/Loading.tsx";
import { RouteError } from "./RouteError.tsx";
import { routeTree } from "./routes.tsx";

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  // TanStack Query decides what is stale, not the router.
  defaultPreloadStaleTime: 0,
  defaultPendingComponent: Loading,
  defaultErrorComponent: RouteError,
  defaultNotFoundComponent: () => <NotFoundScreen />,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
