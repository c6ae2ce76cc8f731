import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFound } from "../shell/not-found.tsx";
import { PageError } from "../shell/page-error.tsx";
import { m } from "./address-messages.ts";
import { mobileAddresses } from "./addresses.ts";
import { MobileFrame } from "./frames.tsx";
import { guardedByHash } from "./guards.ts";
import { nameTabs } from "./tab-names.ts";

const root = createRootRoute({
  component: MobileFrame,
  notFoundComponent: () => <NotFound />,
  errorComponent: PageError,
  staticData: { title: m.notFound },
});

const pages = mobileAddresses.map(({ path, title, guard }) =>
  createRoute({
    getParentRoute: () => root,
    path,
    beforeLoad: guardedByHash(guard),
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
