import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { useDensity } from "@tidemark/kit-ui";
import { Nav } from "../shell/nav.tsx";
import { NotFound, PageError } from "../shell/not-found.tsx";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => withNav(<NotFound />),
  errorComponent: PageError,
});

const withNav = (page: React.ReactNode) => (
  <>
    <Nav />
    {page}
  </>
);

function Framed() {
  useDensity("terminal");
  return withNav(<Outlet />);
}

const framed = createRoute({ getParentRoute: () => root, id: "framed", component: Framed });

const home = createRoute({
  getParentRoute: () => root,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/spot/$pair", params: { pair: "BTC_USDT" }, replace: true });
  },
});

const spot = createRoute({
  getParentRoute: () => framed,
  path: "/spot/$pair",
  component: lazyRouteComponent(() => import("./spot/spot-route.tsx"), "SpotRoute"),
});

/** Only a path of this very site may be returned to. */
const backPath = (value: unknown): string | undefined =>
  typeof value === "string" && /^\/(?![/\\])/.test(value) ? value : undefined;

const login = createRoute({
  getParentRoute: () => root,
  path: "/auth/login",
  validateSearch: (search): { backurl?: string } => {
    const backurl = backPath(search.backurl);
    return backurl === undefined ? {} : { backurl };
  },
  component: lazyRouteComponent(() => import("./login-route.tsx"), "LoginRoute"),
});

export const router = createRouter({
  routeTree: root.addChildren([home, framed.addChildren([spot]), login]),
  defaultPreload: "intent",
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
