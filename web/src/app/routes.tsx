import { adminRoutes } from "./routes/admin.tsx";
import { capture, wall } from "./routes/devices.tsx";
import { eventRoutes } from "./routes/event.tsx";
import { eventListRoutes } from "./routes/events.tsx";
import { generalRoutes } from "./routes/general.tsx";
import { bareLayout, deviceLayout, privateLayout, root } from "./routes/layouts.tsx";
import { signInRoutes } from "./routes/sign-in.tsx";

/** All routes. web/route-files.ts parses the files in routes/. */
export const routeTree = root.addChildren([
  ...signInRoutes,
  privateLayout.addChildren([...generalRoutes, ...adminRoutes, ...eventListRoutes, eventRoutes]),
  bareLayout.addChildren([wall]),
  deviceLayout.addChildren([capture]),
]);
