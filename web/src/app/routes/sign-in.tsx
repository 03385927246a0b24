import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { parseEvidenceSearch, parseResetSearch } from "../../shared/paging/search.ts";
import { requireSession, root } from "./layouts.tsx";

const login = createRoute({
  getParentRoute: () => root,
  path: "/login",
  component: lazyRouteComponent(() => import("../../features/account/sign-in/LoginScreen.tsx"), "LoginScreen"),
});
const logout = createRoute({
  getParentRoute: () => root,
  path: "/logout",
  component: lazyRouteComponent(() => import("../Logout.tsx"), "Logout"),
});
const providerAnswer = createRoute({
  getParentRoute: () => root,
  path: "/msal-spa-response",
  component: lazyRouteComponent(
    () => import("../../features/account/sign-in/MsalResponseScreen.tsx"),
    "MsalResponseScreen",
  ),
});
const addFactor = createRoute({
  getParentRoute: () => root,
  path: "/second-factor",
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import("../../features/account/factors/AddFactorScreen.tsx"), "AddFactorScreen"),
});
const passwordReset = createRoute({
  getParentRoute: () => root,
  path: "/password/reset",
  validateSearch: parseResetSearch,
  component: lazyRouteComponent(
    () => import("../../features/account/password-reset/ResetPasswordScreen.tsx"),
    "ResetPasswordScreen",
  ),
});

const evidence = createRoute({
  getParentRoute: () => root,
  path: "/evidence",
  validateSearch: parseEvidenceSearch,
  component: lazyRouteComponent(() => import("../../features/evidence/EvidenceScreen.tsx"), "EvidenceScreen"),
});

export const signInRoutes = [login, logout, providerAnswer, addFactor, passwordReset, evidence] as const;
