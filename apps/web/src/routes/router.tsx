import type { MessageDescriptor } from "@lingui/core";
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { site } from "../lib/place.ts";
import { Nav } from "../shell/nav.tsx";
import { NotFound, PageError } from "../shell/not-found.tsx";
import { m } from "./address-messages.ts";
import { type Address, builtAddresses, comingAddresses, type Frame } from "./addresses.ts";
import { backPathOf } from "./back-path.ts";
import { guarded } from "./guards.ts";
import { nameTabs } from "./tab-names.ts";

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => withNav(<NotFound />),
  errorComponent: PageError,
  staticData: { title: m.notFound },
});

const withNav = (content: React.ReactNode) => (
  <>
    <Nav />
    {content}
  </>
);

const page = createRoute({ getParentRoute: () => root, id: "page", component: () => withNav(<Outlet />) });
const terminal = createRoute({ getParentRoute: () => root, id: "terminal", component: () => withNav(<Outlet />) });
const bare = createRoute({ getParentRoute: () => root, id: "bare", component: Outlet });
const frames = { page, terminal, bare } as const satisfies Record<Frame, unknown>;

const of = ({ title, guard }: Address) => ({ beforeLoad: guarded(guard), staticData: { title } });

const home = createRoute({
  getParentRoute: () => page,
  path: builtAddresses.home.path,
  ...of(builtAddresses.home),
  beforeLoad: () => {
    throw redirect({ to: "/spot/$pair", params: { pair: "BTC_USDT" }, replace: true });
  },
});

const spot = createRoute({
  getParentRoute: () => terminal,
  path: builtAddresses.spot.path,
  ...of(builtAddresses.spot),
  component: lazyRouteComponent(() => import("./spot/spot-route.tsx"), "SpotRoute"),
});

const login = createRoute({
  getParentRoute: () => bare,
  path: builtAddresses.logIn.path,
  ...of(builtAddresses.logIn),
  validateSearch: (search: Record<string, unknown>): { backurl?: string } => {
    const backurl = backPathOf(search.backurl);
    return { ...search, ...(backurl === undefined ? { backurl: undefined } : { backurl }) } as { backurl?: string };
  },
  component: lazyRouteComponent(() => import("./login-route.tsx"), "LoginRoute"),
});

const coming = (frame: Frame) =>
  comingAddresses
    .filter((address) => address.frame === frame)
    .map((address) =>
      createRoute({
        getParentRoute: () => frames[frame] as typeof page,
        path: address.path,
        ...of(address),
        component: lazyRouteComponent(() => import("./coming-route.tsx"), "ComingRoute"),
      }),
    ) as unknown as [];

export const router = createRouter({
  basepath: site.prefix === "" ? "/" : site.prefix,
  routeTree: root.addChildren([
    page.addChildren([home, ...coming("page")]),
    terminal.addChildren([spot, ...coming("terminal")]),
    bare.addChildren([login, ...coming("bare")]),
  ]),
  defaultPreload: "intent",
});

nameTabs(router);

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    title?: MessageDescriptor;
  }
}
