import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from "@tanstack/react-router";
import { NotFound } from "../shell/pages/not-found.tsx";
import { RouteError } from "../shell/pages/route-error.tsx";
import { m } from "./page-title-messages.ts";
import { builtMobilePaths } from "./paths.ts";
import { MobileFrame } from "./frames.tsx";
import { guardHashRoute, leaveForHome } from "./route-guards.ts";
import { setTabTitles } from "./tab-titles.ts";

const root = createRootRoute({
  component: MobileFrame,
  notFoundComponent: () => <NotFound />,
  errorComponent: RouteError,
  staticData: { title: m.notFound },
});

const { fees, vip, invite, coupon } = builtMobilePaths;
const feesPage = createRoute({
  getParentRoute: () => root,
  path: fees.path,
  beforeLoad: guardHashRoute(fees.guard),
  staticData: { title: fees.title },
  component: lazyRouteComponent(() => import("./markets/fees-route.tsx"), "FeesRoute"),
});

const vipPage = createRoute({
  getParentRoute: () => root,
  path: vip.path,
  beforeLoad: guardHashRoute(vip.guard),
  staticData: { title: vip.title },
  component: lazyRouteComponent(() => import("./markets/vip-route.tsx"), "VipRoute"),
});

const invitePage = createRoute({
  getParentRoute: () => root,
  path: invite.path,
  beforeLoad: guardHashRoute(invite.guard),
  staticData: { title: invite.title },
  component: lazyRouteComponent(() => import("./personal/invite-route.tsx"), "InviteRoute"),
});

const couponPage = createRoute({
  getParentRoute: () => root,
  path: coupon.path,
  beforeLoad: guardHashRoute(coupon.guard),
  staticData: { title: coupon.title },
  component: lazyRouteComponent(() => import("./personal/coupon-route.tsx"), "CouponRoute"),
});

const start = createRoute({ getParentRoute: () => root, path: "/", beforeLoad: leaveForHome });

/** The routes of the entry /m/, after the hash. */
export const mobileRouter = createRouter({
  history: createHashHistory(),
  routeTree: root.addChildren([start, feesPage, vipPage, invitePage, couponPage]),
});
setTabTitles(mobileRouter);
