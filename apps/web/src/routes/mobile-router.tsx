import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from "@tanstack/react-router";
import { Nav } from "../shell/nav.tsx";
import { NotFound, PageError } from "../shell/not-found.tsx";
import { m } from "./address-messages.ts";
import { mobileAddresses } from "./addresses.ts";
import { guarded } from "./guards.ts";
import { nameTabs } from "./tab-names.ts";

const root = createRootRoute({
  component: () => (
    <>
      <Nav />
      <Outlet />
    </>
  ),
  notFoundComponent: () => <NotFound />,
  errorComponent: PageError,
  staticData: { title: m.notFound },
});

const pages = mobileAddresses.map(({ path, title, guard }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: guarded(guard),
    staticData: { title },
    component: lazyRouteComponent(() => import("./coming-route.tsx"), "ComingRoute"),
  }),
);

/** The addresses of the entry /m/, after the hash. */
export const mobileRouter = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren(pages),
});
nameTabs(mobileRouter);
